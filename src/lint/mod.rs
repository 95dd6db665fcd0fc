//! First floor, other wing: judges a skill already read; opens no file.
