# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_skill_global_optspecs
    string join \n C= q/quiet v/verbose y/yes json dry-run color= locale= h/help V/version
end

function __fish_skill_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_skill_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_skill_using_subcommand
    set -l cmd (__fish_skill_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c skill -n "__fish_skill_needs_command" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_needs_command" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_needs_command" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_needs_command" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_needs_command" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_needs_command" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_needs_command" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_needs_command" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_needs_command" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_needs_command" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_needs_command" -f -a "new" -d 'Make a new skill: a folder with a SKILL.md and what you ask for'
complete -c skill -n "__fish_skill_needs_command" -f -a "init" -d 'Make a new skill in the current folder'
complete -c skill -n "__fish_skill_needs_command" -f -a "add" -d 'Add a script, reference or asset to a skill, or install skills'
complete -c skill -n "__fish_skill_needs_command" -f -a "completions" -d 'Print a completion script for a shell'
complete -c skill -n "__fish_skill_needs_command" -f -a "man" -d 'Print the manual page'
complete -c skill -n "__fish_skill_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c skill -n "__fish_skill_using_subcommand new" -l with -d 'What to make beside SKILL.md' -r -f -a "scripts\t''
references\t''
assets\t''
evals\t''
all\t''"
complete -c skill -n "__fish_skill_using_subcommand new" -l lang -d 'Language of the script (implies `--with scripts`)' -r -f -a "py\t'Python'
sh\t'POSIX shell'
js\t'JavaScript for Node.js'"
complete -c skill -n "__fish_skill_using_subcommand new" -l description -d 'What the skill does and when to use it' -r
complete -c skill -n "__fish_skill_using_subcommand new" -l license -d 'SPDX expression, or the name of a licence file in the skill' -r
complete -c skill -n "__fish_skill_using_subcommand new" -l dir -d 'Folder to make the skill\'s folder in' -r -F
complete -c skill -n "__fish_skill_using_subcommand new" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand new" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand new" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand new" -l examples -d 'Make an example of each: the same as `--with scripts,references,assets`'
complete -c skill -n "__fish_skill_using_subcommand new" -l here -d 'Make it in the current folder instead of a new one'
complete -c skill -n "__fish_skill_using_subcommand new" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand new" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand new" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand new" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand new" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand new" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skill -n "__fish_skill_using_subcommand new" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand init" -l with -d 'What to make beside SKILL.md' -r -f -a "scripts\t''
references\t''
assets\t''
evals\t''
all\t''"
complete -c skill -n "__fish_skill_using_subcommand init" -l lang -d 'Language of the script (implies `--with scripts`)' -r -f -a "py\t'Python'
sh\t'POSIX shell'
js\t'JavaScript for Node.js'"
complete -c skill -n "__fish_skill_using_subcommand init" -l description -d 'What the skill does and when to use it' -r
complete -c skill -n "__fish_skill_using_subcommand init" -l license -d 'SPDX expression, or the name of a licence file in the skill' -r
complete -c skill -n "__fish_skill_using_subcommand init" -l dir -d 'Folder to make the skill\'s folder in' -r -F
complete -c skill -n "__fish_skill_using_subcommand init" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand init" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand init" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand init" -l examples -d 'Make an example of each: the same as `--with scripts,references,assets`'
complete -c skill -n "__fish_skill_using_subcommand init" -l here -d 'Make it in the current folder instead of a new one'
complete -c skill -n "__fish_skill_using_subcommand init" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand init" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand init" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand init" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand init" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand init" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skill -n "__fish_skill_using_subcommand init" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand add" -l lang -d 'Language of the script' -r -f -a "py\t'Python'
sh\t'POSIX shell'
js\t'JavaScript for Node.js'"
complete -c skill -n "__fish_skill_using_subcommand add" -l from -d 'Copy this file instead of a template' -r -F
complete -c skill -n "__fish_skill_using_subcommand add" -l to -d 'Folder of the skill [default: the nearest one up]' -r -F
complete -c skill -n "__fish_skill_using_subcommand add" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand add" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand add" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand add" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand add" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand add" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand add" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand add" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand add" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skill -n "__fish_skill_using_subcommand add" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand completions" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand completions" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand completions" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand completions" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand completions" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand completions" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand completions" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand completions" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand completions" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand completions" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand man" -l out -d 'Write the pages of all commands into DIR instead' -r -F
complete -c skill -n "__fish_skill_using_subcommand man" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand man" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand man" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand man" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand man" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand man" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand man" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand man" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand man" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand man" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add completions man help" -f -a "new" -d 'Make a new skill: a folder with a SKILL.md and what you ask for'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add completions man help" -f -a "init" -d 'Make a new skill in the current folder'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add completions man help" -f -a "add" -d 'Add a script, reference or asset to a skill, or install skills'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add completions man help" -f -a "completions" -d 'Print a completion script for a shell'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add completions man help" -f -a "man" -d 'Print the manual page'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add completions man help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
