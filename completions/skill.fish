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
complete -c skill -n "__fish_skill_needs_command" -f -a "install" -d 'Install skills, or restore what manifest and lockfile say'
complete -c skill -n "__fish_skill_needs_command" -f -a "i" -d 'Install skills, or restore what manifest and lockfile say'
complete -c skill -n "__fish_skill_needs_command" -f -a "ci" -d 'Restore exactly what is locked, or fail'
complete -c skill -n "__fish_skill_needs_command" -f -a "update" -d 'Take newer states of installed skills, after showing what changes'
complete -c skill -n "__fish_skill_needs_command" -f -a "upgrade" -d 'Take newer states of installed skills, after showing what changes'
complete -c skill -n "__fish_skill_needs_command" -f -a "outdated" -d 'Show which installed skills could be newer'
complete -c skill -n "__fish_skill_needs_command" -f -a "diff" -d 'Show what an update would change, or what you edited'
complete -c skill -n "__fish_skill_needs_command" -f -a "info" -d 'Show one skill in full: what it says, its files, what it can reach'
complete -c skill -n "__fish_skill_needs_command" -f -a "verify" -d 'Check installed files against the lockfile'
complete -c skill -n "__fish_skill_needs_command" -f -a "audit" -d 'Check what is installed: bytes against the lockfile, rules of safety, what each skill can reach'
complete -c skill -n "__fish_skill_needs_command" -f -a "import" -d 'Take over skills that other tools installed'
complete -c skill -n "__fish_skill_needs_command" -f -a "enable" -d 'Switch skills on again'
complete -c skill -n "__fish_skill_needs_command" -f -a "disable" -d 'Switch skills off without removing them'
complete -c skill -n "__fish_skill_needs_command" -f -a "remove" -d 'Remove installed skills'
complete -c skill -n "__fish_skill_needs_command" -f -a "rm" -d 'Remove installed skills'
complete -c skill -n "__fish_skill_needs_command" -f -a "uninstall" -d 'Remove installed skills'
complete -c skill -n "__fish_skill_needs_command" -f -a "list" -d 'List every skill visible from here'
complete -c skill -n "__fish_skill_needs_command" -f -a "ls" -d 'List every skill visible from here'
complete -c skill -n "__fish_skill_needs_command" -f -a "prompt" -d 'Print the catalogue of skills for an agent\'s context'
complete -c skill -n "__fish_skill_needs_command" -f -a "show" -d 'Print a skill as an agent gets it when the skill is activated'
complete -c skill -n "__fish_skill_needs_command" -f -a "match" -d 'Show which installed skills a request would find, and why'
complete -c skill -n "__fish_skill_needs_command" -f -a "trust" -d 'Let agents see the skills of a project folder'
complete -c skill -n "__fish_skill_needs_command" -f -a "doctor" -d 'Find what is broken, and mend what is safe'
complete -c skill -n "__fish_skill_needs_command" -f -a "link" -d 'Link skills into agents\' folders'
complete -c skill -n "__fish_skill_needs_command" -f -a "unlink" -d 'Take links away, and keep the skills'
complete -c skill -n "__fish_skill_needs_command" -f -a "agents" -d 'Show the agents that are known, and what each gets here'
complete -c skill -n "__fish_skill_needs_command" -f -a "completions" -d 'Print a completion script for a shell'
complete -c skill -n "__fish_skill_needs_command" -f -a "man" -d 'Print the manual page'
complete -c skill -n "__fish_skill_needs_command" -f -a "cache" -d 'Look after the cache'
complete -c skill -n "__fish_skill_needs_command" -f -a "pack" -d 'Pack skills into archives for upload, the same bytes every time'
complete -c skill -n "__fish_skill_needs_command" -f -a "publish" -d 'Pack skills and publish their versions on a registry'
complete -c skill -n "__fish_skill_needs_command" -f -a "login" -d 'Keep the token of a registry; it is read from stdin, or asked for without being shown'
complete -c skill -n "__fish_skill_needs_command" -f -a "logout" -d 'Forget the token of a registry'
complete -c skill -n "__fish_skill_needs_command" -f -a "registry" -d 'Keep a registry: a folder of static files that any web server can offer'
complete -c skill -n "__fish_skill_needs_command" -f -a "lint" -d 'Check skills against the specification and the rules of platforms'
complete -c skill -n "__fish_skill_needs_command" -f -a "check" -d 'Check skills against the specification and the rules of platforms'
complete -c skill -n "__fish_skill_needs_command" -f -a "validate" -d 'Check skills against the specification and the rules of platforms'
complete -c skill -n "__fish_skill_needs_command" -f -a "rule" -d 'Show what a lint rule finds and why, or list all rules'
complete -c skill -n "__fish_skill_needs_command" -f -a "search" -d 'Look for skills in registries, or among those that are installed'
complete -c skill -n "__fish_skill_needs_command" -f -a "find" -d 'Look for skills in registries, or among those that are installed'
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
complete -c skill -n "__fish_skill_using_subcommand new" -l profile -d 'Satisfy this profile (repeatable): spec, skills-ref, client, claude, openai, teleai, stabledge, google, or a TOML file' -r
complete -c skill -n "__fish_skill_using_subcommand new" -l field -d 'Set a frontmatter field (repeatable): display_name, description_zh, description_en, category, version, author, delivery, auth-env, allowed-tools, paths, context, network.hosts, compatibility, tags, metadata.KEY' -r
complete -c skill -n "__fish_skill_using_subcommand new" -l interface -d 'Set a value of agents/openai.yaml (repeatable; implies `--openai`): display_name, short_description, icon_small, icon_large, brand_color, default_prompt, allow_implicit_invocation' -r
complete -c skill -n "__fish_skill_using_subcommand new" -l template -d 'Lay it out as workflow, task, reference or capability; or a template of your own: a folder, an archive, or where `install` would take a skill from' -r
complete -c skill -n "__fish_skill_using_subcommand new" -l var -d 'Answer a question of the template (repeatable)' -r
complete -c skill -n "__fish_skill_using_subcommand new" -l from -d 'Make a skill of this prompt (`-`: standard input): its text stays as it is' -r -F
complete -c skill -n "__fish_skill_using_subcommand new" -l dependency -d 'A package that the script imports (repeatable; implies `--with scripts`)' -r
complete -c skill -n "__fish_skill_using_subcommand new" -l dir -d 'Folder to make the skill\'s folder in' -r -F
complete -c skill -n "__fish_skill_using_subcommand new" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand new" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand new" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand new" -l examples -d 'Make an example of each: the same as `--with scripts,references,assets`'
complete -c skill -n "__fish_skill_using_subcommand new" -l openai -d 'Make agents/openai.yaml'
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
complete -c skill -n "__fish_skill_using_subcommand init" -l profile -d 'Satisfy this profile (repeatable): spec, skills-ref, client, claude, openai, teleai, stabledge, google, or a TOML file' -r
complete -c skill -n "__fish_skill_using_subcommand init" -l field -d 'Set a frontmatter field (repeatable): display_name, description_zh, description_en, category, version, author, delivery, auth-env, allowed-tools, paths, context, network.hosts, compatibility, tags, metadata.KEY' -r
complete -c skill -n "__fish_skill_using_subcommand init" -l interface -d 'Set a value of agents/openai.yaml (repeatable; implies `--openai`): display_name, short_description, icon_small, icon_large, brand_color, default_prompt, allow_implicit_invocation' -r
complete -c skill -n "__fish_skill_using_subcommand init" -l template -d 'Lay it out as workflow, task, reference or capability; or a template of your own: a folder, an archive, or where `install` would take a skill from' -r
complete -c skill -n "__fish_skill_using_subcommand init" -l var -d 'Answer a question of the template (repeatable)' -r
complete -c skill -n "__fish_skill_using_subcommand init" -l from -d 'Make a skill of this prompt (`-`: standard input): its text stays as it is' -r -F
complete -c skill -n "__fish_skill_using_subcommand init" -l dependency -d 'A package that the script imports (repeatable; implies `--with scripts`)' -r
complete -c skill -n "__fish_skill_using_subcommand init" -l dir -d 'Folder to make the skill\'s folder in' -r -F
complete -c skill -n "__fish_skill_using_subcommand init" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand init" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand init" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand init" -l examples -d 'Make an example of each: the same as `--with scripts,references,assets`'
complete -c skill -n "__fish_skill_using_subcommand init" -l openai -d 'Make agents/openai.yaml'
complete -c skill -n "__fish_skill_using_subcommand init" -l here -d 'Make it in the current folder instead of a new one'
complete -c skill -n "__fish_skill_using_subcommand init" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand init" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand init" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand init" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand init" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand init" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skill -n "__fish_skill_using_subcommand init" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand add" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand add" -s a -l agent -d 'Link for this agent too (repeatable), and remember it' -r
complete -c skill -n "__fish_skill_using_subcommand add" -s s -l skill -d 'Take this skill of the source, by name or path (repeatable)' -r
complete -c skill -n "__fish_skill_using_subcommand add" -l as -d 'Install under another name' -r
complete -c skill -n "__fish_skill_using_subcommand add" -l dir -d 'Install into this bare folder: no manifest, no lockfile, no links' -r -F
complete -c skill -n "__fish_skill_using_subcommand add" -l lang -d 'Language of the script' -r -f -a "py\t'Python'
sh\t'POSIX shell'
js\t'JavaScript for Node.js'"
complete -c skill -n "__fish_skill_using_subcommand add" -l dependency -d 'A package that a Python script imports (repeatable)' -r
complete -c skill -n "__fish_skill_using_subcommand add" -l from -d 'Copy this file instead of a template' -r -F
complete -c skill -n "__fish_skill_using_subcommand add" -l to -d 'Folder of the skill [default: the nearest one up]' -r -F
complete -c skill -n "__fish_skill_using_subcommand add" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand add" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand add" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand add" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand add" -l all -d 'Take every skill of the source'
complete -c skill -n "__fish_skill_using_subcommand add" -l copy -d 'Copy instead of linking, and remember it'
complete -c skill -n "__fish_skill_using_subcommand add" -s l -l list -d 'List the skills of the source, and install nothing'
complete -c skill -n "__fish_skill_using_subcommand add" -l locked -d 'Fail if the lockfile would have to change'
complete -c skill -n "__fish_skill_using_subcommand add" -l offline -d 'Use the cache only, never the network'
complete -c skill -n "__fish_skill_using_subcommand add" -l frozen -d 'Both --locked and --offline'
complete -c skill -n "__fish_skill_using_subcommand add" -s f -l force -d 'Replace edited skills and folders that are in the way; a backup is kept'
complete -c skill -n "__fish_skill_using_subcommand add" -l allow-unverified -d 'Take skills of a web site whose index gives no digests'
complete -c skill -n "__fish_skill_using_subcommand add" -l allow-quarantined -d 'Take versions that their registry keeps back'
complete -c skill -n "__fish_skill_using_subcommand add" -l no-save -d 'Leave manifest and lockfile as they are'
complete -c skill -n "__fish_skill_using_subcommand add" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand add" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand add" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand add" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand add" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand add" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skill -n "__fish_skill_using_subcommand add" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand install" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand install" -s a -l agent -d 'Link for this agent too (repeatable), and remember it' -r
complete -c skill -n "__fish_skill_using_subcommand install" -s s -l skill -d 'Take this skill of the source, by name or path (repeatable)' -r
complete -c skill -n "__fish_skill_using_subcommand install" -l as -d 'Install under another name' -r
complete -c skill -n "__fish_skill_using_subcommand install" -l dir -d 'Install into this bare folder: no manifest, no lockfile, no links' -r -F
complete -c skill -n "__fish_skill_using_subcommand install" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand install" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand install" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand install" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand install" -l all -d 'Take every skill of the source'
complete -c skill -n "__fish_skill_using_subcommand install" -l copy -d 'Copy instead of linking, and remember it'
complete -c skill -n "__fish_skill_using_subcommand install" -s l -l list -d 'List the skills of the source, and install nothing'
complete -c skill -n "__fish_skill_using_subcommand install" -l locked -d 'Fail if the lockfile would have to change'
complete -c skill -n "__fish_skill_using_subcommand install" -l offline -d 'Use the cache only, never the network'
complete -c skill -n "__fish_skill_using_subcommand install" -l frozen -d 'Both --locked and --offline'
complete -c skill -n "__fish_skill_using_subcommand install" -s f -l force -d 'Replace edited skills and folders that are in the way; a backup is kept'
complete -c skill -n "__fish_skill_using_subcommand install" -l allow-unverified -d 'Take skills of a web site whose index gives no digests'
complete -c skill -n "__fish_skill_using_subcommand install" -l allow-quarantined -d 'Take versions that their registry keeps back'
complete -c skill -n "__fish_skill_using_subcommand install" -l no-save -d 'Leave manifest and lockfile as they are'
complete -c skill -n "__fish_skill_using_subcommand install" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand install" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand install" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand install" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand install" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand install" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand install" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand i" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand i" -s a -l agent -d 'Link for this agent too (repeatable), and remember it' -r
complete -c skill -n "__fish_skill_using_subcommand i" -s s -l skill -d 'Take this skill of the source, by name or path (repeatable)' -r
complete -c skill -n "__fish_skill_using_subcommand i" -l as -d 'Install under another name' -r
complete -c skill -n "__fish_skill_using_subcommand i" -l dir -d 'Install into this bare folder: no manifest, no lockfile, no links' -r -F
complete -c skill -n "__fish_skill_using_subcommand i" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand i" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand i" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand i" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand i" -l all -d 'Take every skill of the source'
complete -c skill -n "__fish_skill_using_subcommand i" -l copy -d 'Copy instead of linking, and remember it'
complete -c skill -n "__fish_skill_using_subcommand i" -s l -l list -d 'List the skills of the source, and install nothing'
complete -c skill -n "__fish_skill_using_subcommand i" -l locked -d 'Fail if the lockfile would have to change'
complete -c skill -n "__fish_skill_using_subcommand i" -l offline -d 'Use the cache only, never the network'
complete -c skill -n "__fish_skill_using_subcommand i" -l frozen -d 'Both --locked and --offline'
complete -c skill -n "__fish_skill_using_subcommand i" -s f -l force -d 'Replace edited skills and folders that are in the way; a backup is kept'
complete -c skill -n "__fish_skill_using_subcommand i" -l allow-unverified -d 'Take skills of a web site whose index gives no digests'
complete -c skill -n "__fish_skill_using_subcommand i" -l allow-quarantined -d 'Take versions that their registry keeps back'
complete -c skill -n "__fish_skill_using_subcommand i" -l no-save -d 'Leave manifest and lockfile as they are'
complete -c skill -n "__fish_skill_using_subcommand i" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand i" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand i" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand i" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand i" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand i" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand i" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand ci" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand ci" -s a -l agent -d 'Link for this agent too (repeatable), and remember it' -r
complete -c skill -n "__fish_skill_using_subcommand ci" -s s -l skill -d 'Take this skill of the source, by name or path (repeatable)' -r
complete -c skill -n "__fish_skill_using_subcommand ci" -l as -d 'Install under another name' -r
complete -c skill -n "__fish_skill_using_subcommand ci" -l dir -d 'Install into this bare folder: no manifest, no lockfile, no links' -r -F
complete -c skill -n "__fish_skill_using_subcommand ci" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand ci" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand ci" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand ci" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand ci" -l all -d 'Take every skill of the source'
complete -c skill -n "__fish_skill_using_subcommand ci" -l copy -d 'Copy instead of linking, and remember it'
complete -c skill -n "__fish_skill_using_subcommand ci" -s l -l list -d 'List the skills of the source, and install nothing'
complete -c skill -n "__fish_skill_using_subcommand ci" -l locked -d 'Fail if the lockfile would have to change'
complete -c skill -n "__fish_skill_using_subcommand ci" -l offline -d 'Use the cache only, never the network'
complete -c skill -n "__fish_skill_using_subcommand ci" -l frozen -d 'Both --locked and --offline'
complete -c skill -n "__fish_skill_using_subcommand ci" -s f -l force -d 'Replace edited skills and folders that are in the way; a backup is kept'
complete -c skill -n "__fish_skill_using_subcommand ci" -l allow-unverified -d 'Take skills of a web site whose index gives no digests'
complete -c skill -n "__fish_skill_using_subcommand ci" -l allow-quarantined -d 'Take versions that their registry keeps back'
complete -c skill -n "__fish_skill_using_subcommand ci" -l no-save -d 'Leave manifest and lockfile as they are'
complete -c skill -n "__fish_skill_using_subcommand ci" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand ci" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand ci" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand ci" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand ci" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand ci" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand ci" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand update" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand update" -l precise -d 'Go to exactly this version, tag or commit' -r
complete -c skill -n "__fish_skill_using_subcommand update" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand update" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand update" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand update" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand update" -l diff -d 'Show the text that changes'
complete -c skill -n "__fish_skill_using_subcommand update" -l latest -d 'Go to the newest release, and let the manifest follow'
complete -c skill -n "__fish_skill_using_subcommand update" -s f -l force -d 'Replace edited skills; a backup is kept'
complete -c skill -n "__fish_skill_using_subcommand update" -l merge -d 'Merge local edits into the newer state; lines that both changed are marked in the file'
complete -c skill -n "__fish_skill_using_subcommand update" -l offline -d 'Use the cache only, never the network'
complete -c skill -n "__fish_skill_using_subcommand update" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand update" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand update" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand update" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand update" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand update" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand update" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand upgrade" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand upgrade" -l precise -d 'Go to exactly this version, tag or commit' -r
complete -c skill -n "__fish_skill_using_subcommand upgrade" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand upgrade" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand upgrade" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand upgrade" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand upgrade" -l diff -d 'Show the text that changes'
complete -c skill -n "__fish_skill_using_subcommand upgrade" -l latest -d 'Go to the newest release, and let the manifest follow'
complete -c skill -n "__fish_skill_using_subcommand upgrade" -s f -l force -d 'Replace edited skills; a backup is kept'
complete -c skill -n "__fish_skill_using_subcommand upgrade" -l merge -d 'Merge local edits into the newer state; lines that both changed are marked in the file'
complete -c skill -n "__fish_skill_using_subcommand upgrade" -l offline -d 'Use the cache only, never the network'
complete -c skill -n "__fish_skill_using_subcommand upgrade" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand upgrade" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand upgrade" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand upgrade" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand upgrade" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand upgrade" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand upgrade" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand outdated" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand outdated" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand outdated" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand outdated" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand outdated" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand outdated" -l exit-code -d 'End with 1 when something could be updated'
complete -c skill -n "__fish_skill_using_subcommand outdated" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand outdated" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand outdated" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand outdated" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand outdated" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand outdated" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand outdated" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand diff" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand diff" -l to -d 'Compare with this version, tag or commit instead of the newest that is wanted' -r
complete -c skill -n "__fish_skill_using_subcommand diff" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand diff" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand diff" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand diff" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand diff" -l installed -d 'Compare the installed files with what was locked: your own edits'
complete -c skill -n "__fish_skill_using_subcommand diff" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand diff" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand diff" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand diff" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand diff" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand diff" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand diff" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand info" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand info" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand info" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand info" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand info" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand info" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand info" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand info" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand info" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand info" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand info" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand info" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand verify" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand verify" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand verify" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand verify" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand verify" -l sarif -d 'Print what differs as SARIF 2.1.0'
complete -c skill -n "__fish_skill_using_subcommand verify" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand verify" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand verify" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand verify" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand verify" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand verify" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand verify" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand verify" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand audit" -l fail-on -d 'End with status 1 at findings of this severity; what nothing pins is a note' -r -f -a "error\t''
warning\t''
note\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand audit" -l restore -d 'Put a skill back out of quarantine; with --force' -r
complete -c skill -n "__fish_skill_using_subcommand audit" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand audit" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand audit" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand audit" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand audit" -l sarif -d 'Print findings as SARIF 2.1.0'
complete -c skill -n "__fish_skill_using_subcommand audit" -l fix -d 'Put skills that advisories call malicious, or their registry blocked or quarantined, out of agents\' reach: unlinked, and moved aside where they can be put back from'
complete -c skill -n "__fish_skill_using_subcommand audit" -s f -l force -d 'Put it back although it was found harmful'
complete -c skill -n "__fish_skill_using_subcommand audit" -l require-fresh -d 'Fail where a registry\'s advisories can\'t be had'
complete -c skill -n "__fish_skill_using_subcommand audit" -l offline -d 'Use the advisories in the cache only, never the network'
complete -c skill -n "__fish_skill_using_subcommand audit" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand audit" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand audit" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand audit" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand audit" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand audit" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand audit" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skill -n "__fish_skill_using_subcommand audit" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand import" -l from -d 'Where the named folders that nobody recorded come from' -r
complete -c skill -n "__fish_skill_using_subcommand import" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand import" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand import" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand import" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand import" -l all -d 'With `--from`: every folder that nobody recorded'
complete -c skill -n "__fish_skill_using_subcommand import" -l offline -d 'Use only what the cache holds'
complete -c skill -n "__fish_skill_using_subcommand import" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand import" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand import" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand import" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand import" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand import" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand import" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skill -n "__fish_skill_using_subcommand import" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand enable" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand enable" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand enable" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand enable" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand enable" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand enable" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand enable" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand enable" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand enable" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand enable" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand enable" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand enable" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand disable" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand disable" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand disable" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand disable" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand disable" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand disable" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand disable" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand disable" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand disable" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand disable" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand disable" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand disable" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand remove" -l source -d 'Every skill that came from this repository or URL' -r
complete -c skill -n "__fish_skill_using_subcommand remove" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand remove" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand remove" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand remove" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand remove" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand remove" -s f -l force -d 'Remove edited skills too; a backup is kept'
complete -c skill -n "__fish_skill_using_subcommand remove" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand remove" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand remove" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand remove" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand remove" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand remove" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand remove" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand rm" -l source -d 'Every skill that came from this repository or URL' -r
complete -c skill -n "__fish_skill_using_subcommand rm" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand rm" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand rm" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand rm" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand rm" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand rm" -s f -l force -d 'Remove edited skills too; a backup is kept'
complete -c skill -n "__fish_skill_using_subcommand rm" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand rm" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand rm" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand rm" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand rm" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand rm" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand rm" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand uninstall" -l source -d 'Every skill that came from this repository or URL' -r
complete -c skill -n "__fish_skill_using_subcommand uninstall" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand uninstall" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand uninstall" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand uninstall" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand uninstall" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand uninstall" -s f -l force -d 'Remove edited skills too; a backup is kept'
complete -c skill -n "__fish_skill_using_subcommand uninstall" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand uninstall" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand uninstall" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand uninstall" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand uninstall" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand uninstall" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand uninstall" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand list" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand list" -s a -l agent -d 'Only skills this agent sees' -r
complete -c skill -n "__fish_skill_using_subcommand list" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand list" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand list" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand list" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand list" -l paths -d 'Print only the skills\' folders, for the list of folders an agent may read'
complete -c skill -n "__fish_skill_using_subcommand list" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand list" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand list" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand list" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand list" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand list" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand list" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand ls" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand ls" -s a -l agent -d 'Only skills this agent sees' -r
complete -c skill -n "__fish_skill_using_subcommand ls" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand ls" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand ls" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand ls" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand ls" -l paths -d 'Print only the skills\' folders, for the list of folders an agent may read'
complete -c skill -n "__fish_skill_using_subcommand ls" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand ls" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand ls" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand ls" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand ls" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand ls" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand ls" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand prompt" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand prompt" -s a -l agent -d 'Only skills this agent reads' -r
complete -c skill -n "__fish_skill_using_subcommand prompt" -l format -d 'The form of the catalogue' -r -f -a "xml\t'As the reference library prints it'
json\t''
markdown\t''
tool\t'The definition of a tool whose `name` is one of the skills'"
complete -c skill -n "__fish_skill_using_subcommand prompt" -l budget -d 'Stay within about N tokens: cuts descriptions, then drops skills from the end' -r
complete -c skill -n "__fish_skill_using_subcommand prompt" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand prompt" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand prompt" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand prompt" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand prompt" -l instructions -d 'Say how to use the list, too'
complete -c skill -n "__fish_skill_using_subcommand prompt" -l no-location -d 'Leave the paths of the SKILL.md files out'
complete -c skill -n "__fish_skill_using_subcommand prompt" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand prompt" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand prompt" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand prompt" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand prompt" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand prompt" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skill -n "__fish_skill_using_subcommand prompt" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand show" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand show" -l args -d 'Values of `$1`, `$2` and so on' -r
complete -c skill -n "__fish_skill_using_subcommand show" -l seen -d 'Skip what this file says was shown already, and note what is shown now' -r -F
complete -c skill -n "__fish_skill_using_subcommand show" -l var -d 'The value of `${KEY}`, such as `SESSION_ID`' -r
complete -c skill -n "__fish_skill_using_subcommand show" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand show" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand show" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand show" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand show" -l full -d 'With the frontmatter'
complete -c skill -n "__fish_skill_using_subcommand show" -l raw -d 'The bytes of SKILL.md and nothing else'
complete -c skill -n "__fish_skill_using_subcommand show" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand show" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand show" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand show" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand show" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skill -n "__fish_skill_using_subcommand show" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand match" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand match" -s a -l agent -d 'Only skills this agent reads' -r
complete -c skill -n "__fish_skill_using_subcommand match" -l file -d 'A file the conversation is about (repeatable), for skills with `paths`' -r -F
complete -c skill -n "__fish_skill_using_subcommand match" -l limit -d 'Show at most so many' -r
complete -c skill -n "__fish_skill_using_subcommand match" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand match" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand match" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand match" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand match" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand match" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand match" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand match" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand match" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand match" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skill -n "__fish_skill_using_subcommand match" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand trust" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand trust" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand trust" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand trust" -l revoke -d 'Take the trust away'
complete -c skill -n "__fish_skill_using_subcommand trust" -l list -d 'Show the folders that are trusted'
complete -c skill -n "__fish_skill_using_subcommand trust" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand trust" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand trust" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand trust" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand trust" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand trust" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skill -n "__fish_skill_using_subcommand trust" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand doctor" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand doctor" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand doctor" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand doctor" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand doctor" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand doctor" -l fix -d 'Mend what can be mended without risk'
complete -c skill -n "__fish_skill_using_subcommand doctor" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand doctor" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand doctor" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand doctor" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand doctor" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand doctor" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skill -n "__fish_skill_using_subcommand doctor" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand link" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand link" -s a -l agent -d 'Link for this agent too (repeatable), and remember it' -r
complete -c skill -n "__fish_skill_using_subcommand link" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand link" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand link" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand link" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand link" -l copy -d 'Copy instead of linking, and remember it'
complete -c skill -n "__fish_skill_using_subcommand link" -l status -d 'Show what is linked where, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand link" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand link" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand link" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand link" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand link" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand link" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand link" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand unlink" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand unlink" -s a -l agent -d 'Only for this agent (repeatable)' -r
complete -c skill -n "__fish_skill_using_subcommand unlink" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand unlink" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand unlink" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand unlink" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand unlink" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand unlink" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand unlink" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand unlink" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand unlink" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand unlink" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand unlink" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand agents" -l project -d 'The project in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand agents" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand agents" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand agents" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand agents" -s u -s g -l user -l global -d 'The user\'s skills instead of the project\'s'
complete -c skill -n "__fish_skill_using_subcommand agents" -l present -d 'Only agents that are present here'
complete -c skill -n "__fish_skill_using_subcommand agents" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand agents" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand agents" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand agents" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand agents" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand agents" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand agents" -s V -l version -d 'Print version'
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
complete -c skill -n "__fish_skill_using_subcommand cache; and not __fish_seen_subcommand_from dir size prune help" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand cache; and not __fish_seen_subcommand_from dir size prune help" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand cache; and not __fish_seen_subcommand_from dir size prune help" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand cache; and not __fish_seen_subcommand_from dir size prune help" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand cache; and not __fish_seen_subcommand_from dir size prune help" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand cache; and not __fish_seen_subcommand_from dir size prune help" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand cache; and not __fish_seen_subcommand_from dir size prune help" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand cache; and not __fish_seen_subcommand_from dir size prune help" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand cache; and not __fish_seen_subcommand_from dir size prune help" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand cache; and not __fish_seen_subcommand_from dir size prune help" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand cache; and not __fish_seen_subcommand_from dir size prune help" -f -a "dir" -d 'Print the cache\'s folder'
complete -c skill -n "__fish_skill_using_subcommand cache; and not __fish_seen_subcommand_from dir size prune help" -f -a "size" -d 'Print the cache\'s size'
complete -c skill -n "__fish_skill_using_subcommand cache; and not __fish_seen_subcommand_from dir size prune help" -f -a "prune" -d 'Remove what was not used for a while, and what killed runs left'
complete -c skill -n "__fish_skill_using_subcommand cache; and not __fish_seen_subcommand_from dir size prune help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from dir" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from dir" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from dir" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from dir" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from dir" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from dir" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from dir" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from dir" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from dir" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from dir" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from size" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from size" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from size" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from size" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from size" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from size" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from size" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from size" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from size" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from size" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from prune" -l older-than -d 'How long something must have been unused: `30d`, `12h`, `2w`' -r
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from prune" -l max-size -d 'Keep at most this much, what was used last: `500MB`, `2GiB`' -r
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from prune" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from prune" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from prune" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from prune" -l all -d 'Remove everything'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from prune" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from prune" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from prune" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from prune" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from prune" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from prune" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from prune" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from help" -f -a "dir" -d 'Print the cache\'s folder'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from help" -f -a "size" -d 'Print the cache\'s size'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from help" -f -a "prune" -d 'Remove what was not used for a while, and what killed runs left'
complete -c skill -n "__fish_skill_using_subcommand cache; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c skill -n "__fish_skill_using_subcommand pack" -l profile -d 'Judge by this profile (repeatable), instead of those that skill.toml names' -r
complete -c skill -n "__fish_skill_using_subcommand pack" -s o -l out -d 'File or folder to write to; the current folder (`dist` for several skills) by default' -r -F
complete -c skill -n "__fish_skill_using_subcommand pack" -l ext -d 'Ending of the archive\'s name' -r -f -a "zip\t''
skill\t''"
complete -c skill -n "__fish_skill_using_subcommand pack" -l layout -d 'Files in one folder called as the skill, or at the root' -r -f -a "folder\t''
root\t''"
complete -c skill -n "__fish_skill_using_subcommand pack" -l fail-on -d 'Findings that stop the pack' -r -f -a "error\t''
warning\t''
note\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand pack" -l include -d 'Take files in that would be left out (pattern as in .gitignore)' -r
complete -c skill -n "__fish_skill_using_subcommand pack" -l exclude -d 'Leave files out (pattern as in .gitignore)' -r
complete -c skill -n "__fish_skill_using_subcommand pack" -l bump -d 'Raise the version in SKILL.md first' -r -f -a "patch\t''
minor\t''
major\t''"
complete -c skill -n "__fish_skill_using_subcommand pack" -l previous-version -d 'Refuse unless the version is greater than this one' -r
complete -c skill -n "__fish_skill_using_subcommand pack" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand pack" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand pack" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand pack" -l list -d 'List what would go in and what would not, and write nothing'
complete -c skill -n "__fish_skill_using_subcommand pack" -l no-transform -d 'Refuse where files would have to be changed (byte order mark, line ends), instead of changing what goes in'
complete -c skill -n "__fish_skill_using_subcommand pack" -l manifest -d 'Write a manifest of what is in it beside each archive (NAME-VERSION.manifest.json)'
complete -c skill -n "__fish_skill_using_subcommand pack" -l check -d 'Judge archives that are there already, and pack nothing'
complete -c skill -n "__fish_skill_using_subcommand pack" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand pack" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand pack" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand pack" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand pack" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand pack" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand pack" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand publish" -l registry -d 'The registry, by its configured name; that of skill.toml, else `default`' -r
complete -c skill -n "__fish_skill_using_subcommand publish" -l scope -d 'Publish as `@TEAM/name`' -r
complete -c skill -n "__fish_skill_using_subcommand publish" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand publish" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand publish" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand publish" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand publish" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand publish" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand publish" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand publish" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand publish" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand publish" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand login" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand login" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand login" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand login" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand login" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand login" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand login" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand login" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand login" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand login" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand logout" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand logout" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand logout" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand logout" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand logout" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand logout" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand logout" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand logout" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand logout" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand logout" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -f -a "init" -d 'Make an empty registry'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -f -a "add" -d 'Publish skills into the registry\'s folder'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -f -a "yank" -d 'Have nobody choose a version newly; who locked it keeps it'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -f -a "unyank" -d 'Offer a yanked version again'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -f -a "deprecate" -d 'Say that a version, or a package, is out of date'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -f -a "quarantine" -d 'Keep a version back until it is looked at: nobody installs it without insisting'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -f -a "block" -d 'Have a version never installed again'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -f -a "lift" -d 'Take back `deprecate`, `quarantine` or `block`'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -f -a "advisory" -d 'Publish what is known against skills, in the form of OSV'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -f -a "build" -d 'Derive the list for searching and the discovery index'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -f -a "verify" -d 'Hash every archive, and hold index and derived files against them'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -f -a "sign" -d 'List all files of the registry, and have `minisign` sign the list'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -f -a "mirror" -d 'Copy a registry, or some of its packages, into a folder'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -f -a "serve" -d 'Offer the registry over HTTP, with pages to browse it and an interface to publish'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -f -a "token" -d 'Make, list and revoke the tokens of a registry that is served'
complete -c skill -n "__fish_skill_using_subcommand registry; and not __fish_seen_subcommand_from init add yank unyank deprecate quarantine block lift advisory build verify sign mirror serve token help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from init" -l name -d 'What it calls itself; the folder\'s name by default' -r
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from init" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from init" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from init" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from init" -l rising -d 'A new version must be higher than all before it'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from init" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from init" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from init" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from init" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from init" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from init" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from init" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from add" -l scope -d 'Publish as `@TEAM/name`' -r
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from add" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from add" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from add" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from add" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from add" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from add" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from add" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from add" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from add" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from add" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from yank" -l reason -d 'Why; people see it' -r
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from yank" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from yank" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from yank" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from yank" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from yank" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from yank" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from yank" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from yank" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from yank" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from yank" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from unyank" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from unyank" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from unyank" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from unyank" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from unyank" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from unyank" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from unyank" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from unyank" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from unyank" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from unyank" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from deprecate" -l reason -d 'Why; people see it' -r
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from deprecate" -l replaced-by -d 'The package to use instead' -r
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from deprecate" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from deprecate" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from deprecate" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from deprecate" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from deprecate" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from deprecate" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from deprecate" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from deprecate" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from deprecate" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from deprecate" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from quarantine" -l reason -d 'Why; people see it' -r
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from quarantine" -l advisory -d 'The advisory that says more' -r
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from quarantine" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from quarantine" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from quarantine" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from quarantine" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from quarantine" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from quarantine" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from quarantine" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from quarantine" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from quarantine" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from quarantine" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from block" -l reason -d 'Why; people see it' -r
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from block" -l advisory -d 'The advisory that says more' -r
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from block" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from block" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from block" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from block" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from block" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from block" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from block" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from block" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from block" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from block" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from lift" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from lift" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from lift" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from lift" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from lift" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from lift" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from lift" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from lift" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from lift" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from lift" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from advisory" -l id -d '`x_SKILL-YEAR-NUMBER`, or an id of OSV\'s such as `MAL-2026-1`' -r
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from advisory" -l summary -d 'One sentence' -r
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from advisory" -l package -d 'The package that is meant' -r
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from advisory" -l introduced -d 'The first version that is affected; all by default' -r
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from advisory" -l fixed -d 'The first version that no longer is' -r
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from advisory" -l tree -d 'The tree digest of files that are meant under any name (repeatable)' -r
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from advisory" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from advisory" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from advisory" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from advisory" -l malicious -d 'It does harm on purpose: nobody installs it'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from advisory" -l withdraw -d 'Take the advisory back'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from advisory" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from advisory" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from advisory" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from advisory" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from advisory" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from advisory" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from advisory" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from build" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from build" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from build" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from build" -l all -d 'Read every index file, not only those that changed'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from build" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from build" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from build" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from build" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from build" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from build" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from build" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from verify" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from verify" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from verify" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from verify" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from verify" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from verify" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from verify" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from verify" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from verify" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from verify" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from sign" -l key -d 'The secret key; minisign\'s own default without' -r -F
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from sign" -l expires -d 'How long the signature counts, such as `30d`' -r
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from sign" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from sign" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from sign" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from sign" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from sign" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from sign" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from sign" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from sign" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from sign" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from sign" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from mirror" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from mirror" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from mirror" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from mirror" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from mirror" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from mirror" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from mirror" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from mirror" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from mirror" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from mirror" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from serve" -l listen -d 'Where to listen: HOST:PORT or PORT; port 0 is any that is free' -r
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from serve" -l tokens -d 'The file with the registry\'s tokens; `.tokens.json` in its folder by default' -r -F
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from serve" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from serve" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from serve" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from serve" -l read-only -d 'Take nothing in: neither versions nor marks'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from serve" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from serve" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from serve" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from serve" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from serve" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from serve" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from serve" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from token" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from token" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from token" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from token" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from token" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from token" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from token" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from token" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from token" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from token" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from token" -f -a "new" -d 'Make a token, and print it once'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from token" -f -a "list" -d 'List the tokens; what they are is not kept'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from token" -f -a "revoke" -d 'Take a token back; a running server refuses it at once'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from token" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from help" -f -a "init" -d 'Make an empty registry'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from help" -f -a "add" -d 'Publish skills into the registry\'s folder'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from help" -f -a "yank" -d 'Have nobody choose a version newly; who locked it keeps it'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from help" -f -a "unyank" -d 'Offer a yanked version again'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from help" -f -a "deprecate" -d 'Say that a version, or a package, is out of date'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from help" -f -a "quarantine" -d 'Keep a version back until it is looked at: nobody installs it without insisting'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from help" -f -a "block" -d 'Have a version never installed again'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from help" -f -a "lift" -d 'Take back `deprecate`, `quarantine` or `block`'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from help" -f -a "advisory" -d 'Publish what is known against skills, in the form of OSV'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from help" -f -a "build" -d 'Derive the list for searching and the discovery index'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from help" -f -a "verify" -d 'Hash every archive, and hold index and derived files against them'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from help" -f -a "sign" -d 'List all files of the registry, and have `minisign` sign the list'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from help" -f -a "mirror" -d 'Copy a registry, or some of its packages, into a folder'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from help" -f -a "serve" -d 'Offer the registry over HTTP, with pages to browse it and an interface to publish'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from help" -f -a "token" -d 'Make, list and revoke the tokens of a registry that is served'
complete -c skill -n "__fish_skill_using_subcommand registry; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c skill -n "__fish_skill_using_subcommand lint" -l profile -d 'Judge by this profile (repeatable): spec, skills-ref, client, claude, openai, teleai, stabledge, google, or a TOML file' -r
complete -c skill -n "__fish_skill_using_subcommand lint" -l format -d 'How findings are shown [default: text]' -r -f -a "text\t'Findings with frames of the text they are about'
concise\t'One line a finding'
json\t'The versioned JSON of `skill lint`'
sarif\t'SARIF 2.1.0'
github\t'Annotations of GitHub workflows'
gitlab\t'GitLab\'s Code Quality report'
junit\t'`JUnit` XML'"
complete -c skill -n "__fish_skill_using_subcommand lint" -l report -d 'Write a further report (repeatable): `sarif=lint.sarif`; `-` prints it instead' -r
complete -c skill -n "__fish_skill_using_subcommand lint" -l fail-on -d 'End with status 1 at findings of this severity [default: error]' -r -f -a "error\t''
warning\t''
note\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand lint" -l baseline -d 'Leave out findings that this file accepts' -r -F
complete -c skill -n "__fish_skill_using_subcommand lint" -l changed -d 'Check only skills that differ from what git has: at HEAD, or at this branch, tag or commit' -r
complete -c skill -n "__fish_skill_using_subcommand lint" -l stdin-filename -d 'The path that the text on standard input goes by: a SKILL.md, or another file of a skill' -r -F
complete -c skill -n "__fish_skill_using_subcommand lint" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand lint" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand lint" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand lint" -l fix -d 'Mend what can be mended without changing what the skill says'
complete -c skill -n "__fish_skill_using_subcommand lint" -l unsafe-fixes -d 'Mend also where a person should look at the result'
complete -c skill -n "__fish_skill_using_subcommand lint" -l diff -d 'Show what the fixes would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand lint" -l write-baseline -d 'Accept today\'s findings: write them to the baseline'
complete -c skill -n "__fish_skill_using_subcommand lint" -l tokens -d 'Show what each part of the skill costs in tokens'
complete -c skill -n "__fish_skill_using_subcommand lint" -l no-cache -d 'Judge every skill anew, and keep no results for the next run'
complete -c skill -n "__fish_skill_using_subcommand lint" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand lint" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand lint" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand lint" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand lint" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand lint" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skill -n "__fish_skill_using_subcommand lint" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand check" -l profile -d 'Judge by this profile (repeatable): spec, skills-ref, client, claude, openai, teleai, stabledge, google, or a TOML file' -r
complete -c skill -n "__fish_skill_using_subcommand check" -l format -d 'How findings are shown [default: text]' -r -f -a "text\t'Findings with frames of the text they are about'
concise\t'One line a finding'
json\t'The versioned JSON of `skill lint`'
sarif\t'SARIF 2.1.0'
github\t'Annotations of GitHub workflows'
gitlab\t'GitLab\'s Code Quality report'
junit\t'`JUnit` XML'"
complete -c skill -n "__fish_skill_using_subcommand check" -l report -d 'Write a further report (repeatable): `sarif=lint.sarif`; `-` prints it instead' -r
complete -c skill -n "__fish_skill_using_subcommand check" -l fail-on -d 'End with status 1 at findings of this severity [default: error]' -r -f -a "error\t''
warning\t''
note\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand check" -l baseline -d 'Leave out findings that this file accepts' -r -F
complete -c skill -n "__fish_skill_using_subcommand check" -l changed -d 'Check only skills that differ from what git has: at HEAD, or at this branch, tag or commit' -r
complete -c skill -n "__fish_skill_using_subcommand check" -l stdin-filename -d 'The path that the text on standard input goes by: a SKILL.md, or another file of a skill' -r -F
complete -c skill -n "__fish_skill_using_subcommand check" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand check" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand check" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand check" -l fix -d 'Mend what can be mended without changing what the skill says'
complete -c skill -n "__fish_skill_using_subcommand check" -l unsafe-fixes -d 'Mend also where a person should look at the result'
complete -c skill -n "__fish_skill_using_subcommand check" -l diff -d 'Show what the fixes would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand check" -l write-baseline -d 'Accept today\'s findings: write them to the baseline'
complete -c skill -n "__fish_skill_using_subcommand check" -l tokens -d 'Show what each part of the skill costs in tokens'
complete -c skill -n "__fish_skill_using_subcommand check" -l no-cache -d 'Judge every skill anew, and keep no results for the next run'
complete -c skill -n "__fish_skill_using_subcommand check" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand check" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand check" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand check" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand check" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skill -n "__fish_skill_using_subcommand check" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand validate" -l profile -d 'Judge by this profile (repeatable): spec, skills-ref, client, claude, openai, teleai, stabledge, google, or a TOML file' -r
complete -c skill -n "__fish_skill_using_subcommand validate" -l format -d 'How findings are shown [default: text]' -r -f -a "text\t'Findings with frames of the text they are about'
concise\t'One line a finding'
json\t'The versioned JSON of `skill lint`'
sarif\t'SARIF 2.1.0'
github\t'Annotations of GitHub workflows'
gitlab\t'GitLab\'s Code Quality report'
junit\t'`JUnit` XML'"
complete -c skill -n "__fish_skill_using_subcommand validate" -l report -d 'Write a further report (repeatable): `sarif=lint.sarif`; `-` prints it instead' -r
complete -c skill -n "__fish_skill_using_subcommand validate" -l fail-on -d 'End with status 1 at findings of this severity [default: error]' -r -f -a "error\t''
warning\t''
note\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand validate" -l baseline -d 'Leave out findings that this file accepts' -r -F
complete -c skill -n "__fish_skill_using_subcommand validate" -l changed -d 'Check only skills that differ from what git has: at HEAD, or at this branch, tag or commit' -r
complete -c skill -n "__fish_skill_using_subcommand validate" -l stdin-filename -d 'The path that the text on standard input goes by: a SKILL.md, or another file of a skill' -r -F
complete -c skill -n "__fish_skill_using_subcommand validate" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand validate" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand validate" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand validate" -l fix -d 'Mend what can be mended without changing what the skill says'
complete -c skill -n "__fish_skill_using_subcommand validate" -l unsafe-fixes -d 'Mend also where a person should look at the result'
complete -c skill -n "__fish_skill_using_subcommand validate" -l diff -d 'Show what the fixes would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand validate" -l write-baseline -d 'Accept today\'s findings: write them to the baseline'
complete -c skill -n "__fish_skill_using_subcommand validate" -l tokens -d 'Show what each part of the skill costs in tokens'
complete -c skill -n "__fish_skill_using_subcommand validate" -l no-cache -d 'Judge every skill anew, and keep no results for the next run'
complete -c skill -n "__fish_skill_using_subcommand validate" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand validate" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand validate" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand validate" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand validate" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand validate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skill -n "__fish_skill_using_subcommand validate" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand rule" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand rule" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand rule" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand rule" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand rule" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand rule" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand rule" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand rule" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand rule" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand rule" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand search" -l registry -d 'Ask this registry (repeatable), instead of all that are configured' -r
complete -c skill -n "__fish_skill_using_subcommand search" -l limit -d 'Show at most so many' -r
complete -c skill -n "__fish_skill_using_subcommand search" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand search" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand search" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand search" -l installed -d 'Look among the skills installed here'
complete -c skill -n "__fish_skill_using_subcommand search" -l offline -d 'Use the cache only, never the network'
complete -c skill -n "__fish_skill_using_subcommand search" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand search" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand search" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand search" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand search" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand search" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand search" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand find" -l registry -d 'Ask this registry (repeatable), instead of all that are configured' -r
complete -c skill -n "__fish_skill_using_subcommand find" -l limit -d 'Show at most so many' -r
complete -c skill -n "__fish_skill_using_subcommand find" -s C -d 'Run as if started in DIR' -r -F
complete -c skill -n "__fish_skill_using_subcommand find" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skill -n "__fish_skill_using_subcommand find" -l locale -d 'Language of messages and templates' -r -f -a "en\t''
zh\t''"
complete -c skill -n "__fish_skill_using_subcommand find" -l installed -d 'Look among the skills installed here'
complete -c skill -n "__fish_skill_using_subcommand find" -l offline -d 'Use the cache only, never the network'
complete -c skill -n "__fish_skill_using_subcommand find" -s q -l quiet -d 'Say nothing but warnings and errors'
complete -c skill -n "__fish_skill_using_subcommand find" -s v -l verbose -d 'Say more'
complete -c skill -n "__fish_skill_using_subcommand find" -s y -l yes -d 'Answer yes to every question'
complete -c skill -n "__fish_skill_using_subcommand find" -l json -d 'Print one JSON value on stdout'
complete -c skill -n "__fish_skill_using_subcommand find" -l dry-run -d 'Show what would change, and change nothing'
complete -c skill -n "__fish_skill_using_subcommand find" -s h -l help -d 'Print help'
complete -c skill -n "__fish_skill_using_subcommand find" -s V -l version -d 'Print version'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "new" -d 'Make a new skill: a folder with a SKILL.md and what you ask for'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "init" -d 'Make a new skill in the current folder'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "add" -d 'Add a script, reference or asset to a skill, or install skills'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "install" -d 'Install skills, or restore what manifest and lockfile say'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "ci" -d 'Restore exactly what is locked, or fail'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "update" -d 'Take newer states of installed skills, after showing what changes'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "outdated" -d 'Show which installed skills could be newer'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "diff" -d 'Show what an update would change, or what you edited'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "info" -d 'Show one skill in full: what it says, its files, what it can reach'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "verify" -d 'Check installed files against the lockfile'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "audit" -d 'Check what is installed: bytes against the lockfile, rules of safety, what each skill can reach'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "import" -d 'Take over skills that other tools installed'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "enable" -d 'Switch skills on again'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "disable" -d 'Switch skills off without removing them'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "remove" -d 'Remove installed skills'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "list" -d 'List every skill visible from here'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "prompt" -d 'Print the catalogue of skills for an agent\'s context'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "show" -d 'Print a skill as an agent gets it when the skill is activated'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "match" -d 'Show which installed skills a request would find, and why'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "trust" -d 'Let agents see the skills of a project folder'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "doctor" -d 'Find what is broken, and mend what is safe'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "link" -d 'Link skills into agents\' folders'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "unlink" -d 'Take links away, and keep the skills'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "agents" -d 'Show the agents that are known, and what each gets here'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "completions" -d 'Print a completion script for a shell'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "man" -d 'Print the manual page'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "cache" -d 'Look after the cache'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "pack" -d 'Pack skills into archives for upload, the same bytes every time'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "publish" -d 'Pack skills and publish their versions on a registry'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "login" -d 'Keep the token of a registry; it is read from stdin, or asked for without being shown'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "logout" -d 'Forget the token of a registry'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "registry" -d 'Keep a registry: a folder of static files that any web server can offer'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "lint" -d 'Check skills against the specification and the rules of platforms'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "rule" -d 'Show what a lint rule finds and why, or list all rules'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "search" -d 'Look for skills in registries, or among those that are installed'
complete -c skill -n "__fish_skill_using_subcommand help; and not __fish_seen_subcommand_from new init add install ci update outdated diff info verify audit import enable disable remove list prompt show match trust doctor link unlink agents completions man cache pack publish login logout registry lint rule search help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c skill -n "__fish_skill_using_subcommand help; and __fish_seen_subcommand_from cache" -f -a "dir" -d 'Print the cache\'s folder'
complete -c skill -n "__fish_skill_using_subcommand help; and __fish_seen_subcommand_from cache" -f -a "size" -d 'Print the cache\'s size'
complete -c skill -n "__fish_skill_using_subcommand help; and __fish_seen_subcommand_from cache" -f -a "prune" -d 'Remove what was not used for a while, and what killed runs left'
complete -c skill -n "__fish_skill_using_subcommand help; and __fish_seen_subcommand_from registry" -f -a "init" -d 'Make an empty registry'
complete -c skill -n "__fish_skill_using_subcommand help; and __fish_seen_subcommand_from registry" -f -a "add" -d 'Publish skills into the registry\'s folder'
complete -c skill -n "__fish_skill_using_subcommand help; and __fish_seen_subcommand_from registry" -f -a "yank" -d 'Have nobody choose a version newly; who locked it keeps it'
complete -c skill -n "__fish_skill_using_subcommand help; and __fish_seen_subcommand_from registry" -f -a "unyank" -d 'Offer a yanked version again'
complete -c skill -n "__fish_skill_using_subcommand help; and __fish_seen_subcommand_from registry" -f -a "deprecate" -d 'Say that a version, or a package, is out of date'
complete -c skill -n "__fish_skill_using_subcommand help; and __fish_seen_subcommand_from registry" -f -a "quarantine" -d 'Keep a version back until it is looked at: nobody installs it without insisting'
complete -c skill -n "__fish_skill_using_subcommand help; and __fish_seen_subcommand_from registry" -f -a "block" -d 'Have a version never installed again'
complete -c skill -n "__fish_skill_using_subcommand help; and __fish_seen_subcommand_from registry" -f -a "lift" -d 'Take back `deprecate`, `quarantine` or `block`'
complete -c skill -n "__fish_skill_using_subcommand help; and __fish_seen_subcommand_from registry" -f -a "advisory" -d 'Publish what is known against skills, in the form of OSV'
complete -c skill -n "__fish_skill_using_subcommand help; and __fish_seen_subcommand_from registry" -f -a "build" -d 'Derive the list for searching and the discovery index'
complete -c skill -n "__fish_skill_using_subcommand help; and __fish_seen_subcommand_from registry" -f -a "verify" -d 'Hash every archive, and hold index and derived files against them'
complete -c skill -n "__fish_skill_using_subcommand help; and __fish_seen_subcommand_from registry" -f -a "sign" -d 'List all files of the registry, and have `minisign` sign the list'
complete -c skill -n "__fish_skill_using_subcommand help; and __fish_seen_subcommand_from registry" -f -a "mirror" -d 'Copy a registry, or some of its packages, into a folder'
complete -c skill -n "__fish_skill_using_subcommand help; and __fish_seen_subcommand_from registry" -f -a "serve" -d 'Offer the registry over HTTP, with pages to browse it and an interface to publish'
complete -c skill -n "__fish_skill_using_subcommand help; and __fish_seen_subcommand_from registry" -f -a "token" -d 'Make, list and revoke the tokens of a registry that is served'
