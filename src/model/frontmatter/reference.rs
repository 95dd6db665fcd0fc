//! The head as the reference validator reads it: cut at the first two `---` of the text, then strict YAML in which
//! every scalar is text.
