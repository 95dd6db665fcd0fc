
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'skill' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'skill'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'skill' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('new', 'new', [CompletionResultType]::ParameterValue, 'Make a new skill: a folder with a SKILL.md and what you ask for')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Make a new skill in the current folder')
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Add a script, reference or asset to a skill, or install skills')
            [CompletionResult]::new('install', 'install', [CompletionResultType]::ParameterValue, 'Install skills, or restore what manifest and lockfile say')
            [CompletionResult]::new('i', 'i', [CompletionResultType]::ParameterValue, 'Install skills, or restore what manifest and lockfile say')
            [CompletionResult]::new('ci', 'ci', [CompletionResultType]::ParameterValue, 'Restore exactly what is locked, or fail')
            [CompletionResult]::new('update', 'update', [CompletionResultType]::ParameterValue, 'Take newer states of installed skills, after showing what changes')
            [CompletionResult]::new('upgrade', 'upgrade', [CompletionResultType]::ParameterValue, 'Take newer states of installed skills, after showing what changes')
            [CompletionResult]::new('outdated', 'outdated', [CompletionResultType]::ParameterValue, 'Show which installed skills could be newer')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Show what an update would change, or what you edited')
            [CompletionResult]::new('info', 'info', [CompletionResultType]::ParameterValue, 'Show one skill in full: what it says, its files, what it can reach')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Check installed files against the lockfile')
            [CompletionResult]::new('audit', 'audit', [CompletionResultType]::ParameterValue, 'Check what is installed: bytes against the lockfile, rules of safety, what each skill can reach')
            [CompletionResult]::new('import', 'import', [CompletionResultType]::ParameterValue, 'Take over skills that other tools installed')
            [CompletionResult]::new('enable', 'enable', [CompletionResultType]::ParameterValue, 'Switch skills on again')
            [CompletionResult]::new('disable', 'disable', [CompletionResultType]::ParameterValue, 'Switch skills off without removing them')
            [CompletionResult]::new('remove', 'remove', [CompletionResultType]::ParameterValue, 'Remove installed skills')
            [CompletionResult]::new('rm', 'rm', [CompletionResultType]::ParameterValue, 'Remove installed skills')
            [CompletionResult]::new('uninstall', 'uninstall', [CompletionResultType]::ParameterValue, 'Remove installed skills')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List every skill visible from here')
            [CompletionResult]::new('ls', 'ls', [CompletionResultType]::ParameterValue, 'List every skill visible from here')
            [CompletionResult]::new('prompt', 'prompt', [CompletionResultType]::ParameterValue, 'Print the catalogue of skills for an agent''s context')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Print a skill as an agent gets it when the skill is activated')
            [CompletionResult]::new('match', 'match', [CompletionResultType]::ParameterValue, 'Show which installed skills a request would find, and why')
            [CompletionResult]::new('trust', 'trust', [CompletionResultType]::ParameterValue, 'Let agents see the skills of a project folder')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Find what is broken, and mend what is safe')
            [CompletionResult]::new('link', 'link', [CompletionResultType]::ParameterValue, 'Link skills into agents'' folders')
            [CompletionResult]::new('unlink', 'unlink', [CompletionResultType]::ParameterValue, 'Take links away, and keep the skills')
            [CompletionResult]::new('agents', 'agents', [CompletionResultType]::ParameterValue, 'Show the agents that are known, and what each gets here')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print a completion script for a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the manual page')
            [CompletionResult]::new('cache', 'cache', [CompletionResultType]::ParameterValue, 'Look after the cache')
            [CompletionResult]::new('pack', 'pack', [CompletionResultType]::ParameterValue, 'Pack skills into archives for upload, the same bytes every time')
            [CompletionResult]::new('publish', 'publish', [CompletionResultType]::ParameterValue, 'Pack skills and publish their versions on a registry')
            [CompletionResult]::new('login', 'login', [CompletionResultType]::ParameterValue, 'Keep the token of a registry; it is read from stdin, or asked for without being shown')
            [CompletionResult]::new('logout', 'logout', [CompletionResultType]::ParameterValue, 'Forget the token of a registry')
            [CompletionResult]::new('registry', 'registry', [CompletionResultType]::ParameterValue, 'Keep a registry: a folder of static files that any web server can offer')
            [CompletionResult]::new('lint', 'lint', [CompletionResultType]::ParameterValue, 'Check skills against the specification and the rules of platforms')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check skills against the specification and the rules of platforms')
            [CompletionResult]::new('validate', 'validate', [CompletionResultType]::ParameterValue, 'Check skills against the specification and the rules of platforms')
            [CompletionResult]::new('rule', 'rule', [CompletionResultType]::ParameterValue, 'Show what a lint rule finds and why, or list all rules')
            [CompletionResult]::new('search', 'search', [CompletionResultType]::ParameterValue, 'Look for skills in registries, or among those that are installed')
            [CompletionResult]::new('find', 'find', [CompletionResultType]::ParameterValue, 'Look for skills in registries, or among those that are installed')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'skill;new' {
            [CompletionResult]::new('--with', '--with', [CompletionResultType]::ParameterName, 'What to make beside SKILL.md')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Language of the script (implies `--with scripts`)')
            [CompletionResult]::new('--description', '--description', [CompletionResultType]::ParameterName, 'What the skill does and when to use it')
            [CompletionResult]::new('--license', '--license', [CompletionResultType]::ParameterName, 'SPDX expression, or the name of a licence file in the skill')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'Satisfy this profile (repeatable): spec, skills-ref, client, claude, openai, teleai, stabledge, google, or a TOML file')
            [CompletionResult]::new('--field', '--field', [CompletionResultType]::ParameterName, 'Set a frontmatter field (repeatable): display_name, description_zh, description_en, category, version, author, delivery, auth-env, allowed-tools, paths, context, network.hosts, compatibility, tags, metadata.KEY')
            [CompletionResult]::new('--interface', '--interface', [CompletionResultType]::ParameterName, 'Set a value of agents/openai.yaml (repeatable; implies `--openai`): display_name, short_description, icon_small, icon_large, brand_color, default_prompt, allow_implicit_invocation')
            [CompletionResult]::new('--template', '--template', [CompletionResultType]::ParameterName, 'Lay it out as workflow, task, reference or capability; or a template of your own: a folder, an archive, or where `install` would take a skill from')
            [CompletionResult]::new('--var', '--var', [CompletionResultType]::ParameterName, 'Answer a question of the template (repeatable)')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Make a skill of this prompt (`-`: standard input): its text stays as it is')
            [CompletionResult]::new('--dependency', '--dependency', [CompletionResultType]::ParameterName, 'A package that the script imports (repeatable; implies `--with scripts`)')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'Folder to make the skill''s folder in')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('--examples', '--examples', [CompletionResultType]::ParameterName, 'Make an example of each: the same as `--with scripts,references,assets`')
            [CompletionResult]::new('--openai', '--openai', [CompletionResultType]::ParameterName, 'Make agents/openai.yaml')
            [CompletionResult]::new('--here', '--here', [CompletionResultType]::ParameterName, 'Make it in the current folder instead of a new one')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;init' {
            [CompletionResult]::new('--with', '--with', [CompletionResultType]::ParameterName, 'What to make beside SKILL.md')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Language of the script (implies `--with scripts`)')
            [CompletionResult]::new('--description', '--description', [CompletionResultType]::ParameterName, 'What the skill does and when to use it')
            [CompletionResult]::new('--license', '--license', [CompletionResultType]::ParameterName, 'SPDX expression, or the name of a licence file in the skill')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'Satisfy this profile (repeatable): spec, skills-ref, client, claude, openai, teleai, stabledge, google, or a TOML file')
            [CompletionResult]::new('--field', '--field', [CompletionResultType]::ParameterName, 'Set a frontmatter field (repeatable): display_name, description_zh, description_en, category, version, author, delivery, auth-env, allowed-tools, paths, context, network.hosts, compatibility, tags, metadata.KEY')
            [CompletionResult]::new('--interface', '--interface', [CompletionResultType]::ParameterName, 'Set a value of agents/openai.yaml (repeatable; implies `--openai`): display_name, short_description, icon_small, icon_large, brand_color, default_prompt, allow_implicit_invocation')
            [CompletionResult]::new('--template', '--template', [CompletionResultType]::ParameterName, 'Lay it out as workflow, task, reference or capability; or a template of your own: a folder, an archive, or where `install` would take a skill from')
            [CompletionResult]::new('--var', '--var', [CompletionResultType]::ParameterName, 'Answer a question of the template (repeatable)')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Make a skill of this prompt (`-`: standard input): its text stays as it is')
            [CompletionResult]::new('--dependency', '--dependency', [CompletionResultType]::ParameterName, 'A package that the script imports (repeatable; implies `--with scripts`)')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'Folder to make the skill''s folder in')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('--examples', '--examples', [CompletionResultType]::ParameterName, 'Make an example of each: the same as `--with scripts,references,assets`')
            [CompletionResult]::new('--openai', '--openai', [CompletionResultType]::ParameterName, 'Make agents/openai.yaml')
            [CompletionResult]::new('--here', '--here', [CompletionResultType]::ParameterName, 'Make it in the current folder instead of a new one')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;add' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'Link for this agent too (repeatable), and remember it')
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'Link for this agent too (repeatable), and remember it')
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Take this skill of the source, by name or path (repeatable)')
            [CompletionResult]::new('--skill', '--skill', [CompletionResultType]::ParameterName, 'Take this skill of the source, by name or path (repeatable)')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Install under another name')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'Install into this bare folder: no manifest, no lockfile, no links')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Language of the script')
            [CompletionResult]::new('--dependency', '--dependency', [CompletionResultType]::ParameterName, 'A package that a Python script imports (repeatable)')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Copy this file instead of a template')
            [CompletionResult]::new('--to', '--to', [CompletionResultType]::ParameterName, 'Folder of the skill [default: the nearest one up]')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Take every skill of the source')
            [CompletionResult]::new('--copy', '--copy', [CompletionResultType]::ParameterName, 'Copy instead of linking, and remember it')
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'List the skills of the source, and install nothing')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'List the skills of the source, and install nothing')
            [CompletionResult]::new('--locked', '--locked', [CompletionResultType]::ParameterName, 'Fail if the lockfile would have to change')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Use the cache only, never the network')
            [CompletionResult]::new('--frozen', '--frozen', [CompletionResultType]::ParameterName, 'Both --locked and --offline')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Replace edited skills and folders that are in the way; a backup is kept')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Replace edited skills and folders that are in the way; a backup is kept')
            [CompletionResult]::new('--allow-unverified', '--allow-unverified', [CompletionResultType]::ParameterName, 'Take skills of a web site whose index gives no digests')
            [CompletionResult]::new('--allow-quarantined', '--allow-quarantined', [CompletionResultType]::ParameterName, 'Take versions that their registry keeps back')
            [CompletionResult]::new('--no-save', '--no-save', [CompletionResultType]::ParameterName, 'Leave manifest and lockfile as they are')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;install' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'Link for this agent too (repeatable), and remember it')
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'Link for this agent too (repeatable), and remember it')
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Take this skill of the source, by name or path (repeatable)')
            [CompletionResult]::new('--skill', '--skill', [CompletionResultType]::ParameterName, 'Take this skill of the source, by name or path (repeatable)')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Install under another name')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'Install into this bare folder: no manifest, no lockfile, no links')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Take every skill of the source')
            [CompletionResult]::new('--copy', '--copy', [CompletionResultType]::ParameterName, 'Copy instead of linking, and remember it')
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'List the skills of the source, and install nothing')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'List the skills of the source, and install nothing')
            [CompletionResult]::new('--locked', '--locked', [CompletionResultType]::ParameterName, 'Fail if the lockfile would have to change')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Use the cache only, never the network')
            [CompletionResult]::new('--frozen', '--frozen', [CompletionResultType]::ParameterName, 'Both --locked and --offline')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Replace edited skills and folders that are in the way; a backup is kept')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Replace edited skills and folders that are in the way; a backup is kept')
            [CompletionResult]::new('--allow-unverified', '--allow-unverified', [CompletionResultType]::ParameterName, 'Take skills of a web site whose index gives no digests')
            [CompletionResult]::new('--allow-quarantined', '--allow-quarantined', [CompletionResultType]::ParameterName, 'Take versions that their registry keeps back')
            [CompletionResult]::new('--no-save', '--no-save', [CompletionResultType]::ParameterName, 'Leave manifest and lockfile as they are')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;i' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'Link for this agent too (repeatable), and remember it')
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'Link for this agent too (repeatable), and remember it')
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Take this skill of the source, by name or path (repeatable)')
            [CompletionResult]::new('--skill', '--skill', [CompletionResultType]::ParameterName, 'Take this skill of the source, by name or path (repeatable)')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Install under another name')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'Install into this bare folder: no manifest, no lockfile, no links')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Take every skill of the source')
            [CompletionResult]::new('--copy', '--copy', [CompletionResultType]::ParameterName, 'Copy instead of linking, and remember it')
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'List the skills of the source, and install nothing')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'List the skills of the source, and install nothing')
            [CompletionResult]::new('--locked', '--locked', [CompletionResultType]::ParameterName, 'Fail if the lockfile would have to change')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Use the cache only, never the network')
            [CompletionResult]::new('--frozen', '--frozen', [CompletionResultType]::ParameterName, 'Both --locked and --offline')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Replace edited skills and folders that are in the way; a backup is kept')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Replace edited skills and folders that are in the way; a backup is kept')
            [CompletionResult]::new('--allow-unverified', '--allow-unverified', [CompletionResultType]::ParameterName, 'Take skills of a web site whose index gives no digests')
            [CompletionResult]::new('--allow-quarantined', '--allow-quarantined', [CompletionResultType]::ParameterName, 'Take versions that their registry keeps back')
            [CompletionResult]::new('--no-save', '--no-save', [CompletionResultType]::ParameterName, 'Leave manifest and lockfile as they are')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;ci' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'Link for this agent too (repeatable), and remember it')
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'Link for this agent too (repeatable), and remember it')
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Take this skill of the source, by name or path (repeatable)')
            [CompletionResult]::new('--skill', '--skill', [CompletionResultType]::ParameterName, 'Take this skill of the source, by name or path (repeatable)')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Install under another name')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'Install into this bare folder: no manifest, no lockfile, no links')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Take every skill of the source')
            [CompletionResult]::new('--copy', '--copy', [CompletionResultType]::ParameterName, 'Copy instead of linking, and remember it')
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'List the skills of the source, and install nothing')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'List the skills of the source, and install nothing')
            [CompletionResult]::new('--locked', '--locked', [CompletionResultType]::ParameterName, 'Fail if the lockfile would have to change')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Use the cache only, never the network')
            [CompletionResult]::new('--frozen', '--frozen', [CompletionResultType]::ParameterName, 'Both --locked and --offline')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Replace edited skills and folders that are in the way; a backup is kept')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Replace edited skills and folders that are in the way; a backup is kept')
            [CompletionResult]::new('--allow-unverified', '--allow-unverified', [CompletionResultType]::ParameterName, 'Take skills of a web site whose index gives no digests')
            [CompletionResult]::new('--allow-quarantined', '--allow-quarantined', [CompletionResultType]::ParameterName, 'Take versions that their registry keeps back')
            [CompletionResult]::new('--no-save', '--no-save', [CompletionResultType]::ParameterName, 'Leave manifest and lockfile as they are')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;update' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('--precise', '--precise', [CompletionResultType]::ParameterName, 'Go to exactly this version, tag or commit')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Show the text that changes')
            [CompletionResult]::new('--latest', '--latest', [CompletionResultType]::ParameterName, 'Go to the newest release, and let the manifest follow')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Replace edited skills; a backup is kept')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Replace edited skills; a backup is kept')
            [CompletionResult]::new('--merge', '--merge', [CompletionResultType]::ParameterName, 'Merge local edits into the newer state; lines that both changed are marked in the file')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Use the cache only, never the network')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;upgrade' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('--precise', '--precise', [CompletionResultType]::ParameterName, 'Go to exactly this version, tag or commit')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Show the text that changes')
            [CompletionResult]::new('--latest', '--latest', [CompletionResultType]::ParameterName, 'Go to the newest release, and let the manifest follow')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Replace edited skills; a backup is kept')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Replace edited skills; a backup is kept')
            [CompletionResult]::new('--merge', '--merge', [CompletionResultType]::ParameterName, 'Merge local edits into the newer state; lines that both changed are marked in the file')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Use the cache only, never the network')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;outdated' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--exit-code', '--exit-code', [CompletionResultType]::ParameterName, 'End with 1 when something could be updated')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;diff' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('--to', '--to', [CompletionResultType]::ParameterName, 'Compare with this version, tag or commit instead of the newest that is wanted')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--installed', '--installed', [CompletionResultType]::ParameterName, 'Compare the installed files with what was locked: your own edits')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;info' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;verify' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('--sarif', '--sarif', [CompletionResultType]::ParameterName, 'Print what differs as SARIF 2.1.0')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;audit' {
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'End with status 1 at findings of this severity; what nothing pins is a note')
            [CompletionResult]::new('--restore', '--restore', [CompletionResultType]::ParameterName, 'Put a skill back out of quarantine; with --force')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('--sarif', '--sarif', [CompletionResultType]::ParameterName, 'Print findings as SARIF 2.1.0')
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'Put skills that advisories call malicious, or their registry blocked or quarantined, out of agents'' reach: unlinked, and moved aside where they can be put back from')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Put it back although it was found harmful')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Put it back although it was found harmful')
            [CompletionResult]::new('--require-fresh', '--require-fresh', [CompletionResultType]::ParameterName, 'Fail where a registry''s advisories can''t be had')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Use the advisories in the cache only, never the network')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;import' {
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Where the named folders that nobody recorded come from')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'With `--from`: every folder that nobody recorded')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Use only what the cache holds')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;enable' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;disable' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;remove' {
            [CompletionResult]::new('--source', '--source', [CompletionResultType]::ParameterName, 'Every skill that came from this repository or URL')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Remove edited skills too; a backup is kept')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Remove edited skills too; a backup is kept')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;rm' {
            [CompletionResult]::new('--source', '--source', [CompletionResultType]::ParameterName, 'Every skill that came from this repository or URL')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Remove edited skills too; a backup is kept')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Remove edited skills too; a backup is kept')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;uninstall' {
            [CompletionResult]::new('--source', '--source', [CompletionResultType]::ParameterName, 'Every skill that came from this repository or URL')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Remove edited skills too; a backup is kept')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Remove edited skills too; a backup is kept')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;list' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'Only skills this agent sees')
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'Only skills this agent sees')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--paths', '--paths', [CompletionResultType]::ParameterName, 'Print only the skills'' folders, for the list of folders an agent may read')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;ls' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'Only skills this agent sees')
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'Only skills this agent sees')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--paths', '--paths', [CompletionResultType]::ParameterName, 'Print only the skills'' folders, for the list of folders an agent may read')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;prompt' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'Only skills this agent reads')
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'Only skills this agent reads')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the catalogue')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Stay within about N tokens: cuts descriptions, then drops skills from the end')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--instructions', '--instructions', [CompletionResultType]::ParameterName, 'Say how to use the list, too')
            [CompletionResult]::new('--no-location', '--no-location', [CompletionResultType]::ParameterName, 'Leave the paths of the SKILL.md files out')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;show' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('--args', '--args', [CompletionResultType]::ParameterName, 'Values of `$1`, `$2` and so on')
            [CompletionResult]::new('--seen', '--seen', [CompletionResultType]::ParameterName, 'Skip what this file says was shown already, and note what is shown now')
            [CompletionResult]::new('--var', '--var', [CompletionResultType]::ParameterName, 'The value of `${KEY}`, such as `SESSION_ID`')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--full', '--full', [CompletionResultType]::ParameterName, 'With the frontmatter')
            [CompletionResult]::new('--raw', '--raw', [CompletionResultType]::ParameterName, 'The bytes of SKILL.md and nothing else')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;match' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'Only skills this agent reads')
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'Only skills this agent reads')
            [CompletionResult]::new('--file', '--file', [CompletionResultType]::ParameterName, 'A file the conversation is about (repeatable), for skills with `paths`')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'Show at most so many')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;trust' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('--revoke', '--revoke', [CompletionResultType]::ParameterName, 'Take the trust away')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'Show the folders that are trusted')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;doctor' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'Mend what can be mended without risk')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;link' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'Link for this agent too (repeatable), and remember it')
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'Link for this agent too (repeatable), and remember it')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--copy', '--copy', [CompletionResultType]::ParameterName, 'Copy instead of linking, and remember it')
            [CompletionResult]::new('--status', '--status', [CompletionResultType]::ParameterName, 'Show what is linked where, and change nothing')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;unlink' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'Only for this agent (repeatable)')
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'Only for this agent (repeatable)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;agents' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'The project in DIR')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-u', '-u', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--global', '--global', [CompletionResultType]::ParameterName, 'The user''s skills instead of the project''s')
            [CompletionResult]::new('--present', '--present', [CompletionResultType]::ParameterName, 'Only agents that are present here')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;completions' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;man' {
            [CompletionResult]::new('--out', '--out', [CompletionResultType]::ParameterName, 'Write the pages of all commands into DIR instead')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;cache' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('dir', 'dir', [CompletionResultType]::ParameterValue, 'Print the cache''s folder')
            [CompletionResult]::new('size', 'size', [CompletionResultType]::ParameterValue, 'Print the cache''s size')
            [CompletionResult]::new('prune', 'prune', [CompletionResultType]::ParameterValue, 'Remove what was not used for a while, and what killed runs left')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'skill;cache;dir' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;cache;size' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;cache;prune' {
            [CompletionResult]::new('--older-than', '--older-than', [CompletionResultType]::ParameterName, 'How long something must have been unused: `30d`, `12h`, `2w`')
            [CompletionResult]::new('--max-size', '--max-size', [CompletionResultType]::ParameterName, 'Keep at most this much, what was used last: `500MB`, `2GiB`')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Remove everything')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;cache;help' {
            [CompletionResult]::new('dir', 'dir', [CompletionResultType]::ParameterValue, 'Print the cache''s folder')
            [CompletionResult]::new('size', 'size', [CompletionResultType]::ParameterValue, 'Print the cache''s size')
            [CompletionResult]::new('prune', 'prune', [CompletionResultType]::ParameterValue, 'Remove what was not used for a while, and what killed runs left')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'skill;cache;help;dir' {
            break
        }
        'skill;cache;help;size' {
            break
        }
        'skill;cache;help;prune' {
            break
        }
        'skill;cache;help;help' {
            break
        }
        'skill;pack' {
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'Judge by this profile (repeatable), instead of those that skill.toml names')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'File or folder to write to; the current folder (`dist` for several skills) by default')
            [CompletionResult]::new('--out', '--out', [CompletionResultType]::ParameterName, 'File or folder to write to; the current folder (`dist` for several skills) by default')
            [CompletionResult]::new('--ext', '--ext', [CompletionResultType]::ParameterName, 'Ending of the archive''s name')
            [CompletionResult]::new('--layout', '--layout', [CompletionResultType]::ParameterName, 'Files in one folder called as the skill, or at the root')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'Findings that stop the pack')
            [CompletionResult]::new('--include', '--include', [CompletionResultType]::ParameterName, 'Take files in that would be left out (pattern as in .gitignore)')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave files out (pattern as in .gitignore)')
            [CompletionResult]::new('--bump', '--bump', [CompletionResultType]::ParameterName, 'Raise the version in SKILL.md first')
            [CompletionResult]::new('--previous-version', '--previous-version', [CompletionResultType]::ParameterName, 'Refuse unless the version is greater than this one')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'List what would go in and what would not, and write nothing')
            [CompletionResult]::new('--no-transform', '--no-transform', [CompletionResultType]::ParameterName, 'Refuse where files would have to be changed (byte order mark, line ends), instead of changing what goes in')
            [CompletionResult]::new('--manifest', '--manifest', [CompletionResultType]::ParameterName, 'Write a manifest of what is in it beside each archive (NAME-VERSION.manifest.json)')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Judge archives that are there already, and pack nothing')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;publish' {
            [CompletionResult]::new('--registry', '--registry', [CompletionResultType]::ParameterName, 'The registry, by its configured name; that of skill.toml, else `default`')
            [CompletionResult]::new('--scope', '--scope', [CompletionResultType]::ParameterName, 'Publish as `@TEAM/name`')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;login' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;logout' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;registry' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Make an empty registry')
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Publish skills into the registry''s folder')
            [CompletionResult]::new('yank', 'yank', [CompletionResultType]::ParameterValue, 'Have nobody choose a version newly; who locked it keeps it')
            [CompletionResult]::new('unyank', 'unyank', [CompletionResultType]::ParameterValue, 'Offer a yanked version again')
            [CompletionResult]::new('deprecate', 'deprecate', [CompletionResultType]::ParameterValue, 'Say that a version, or a package, is out of date')
            [CompletionResult]::new('quarantine', 'quarantine', [CompletionResultType]::ParameterValue, 'Keep a version back until it is looked at: nobody installs it without insisting')
            [CompletionResult]::new('block', 'block', [CompletionResultType]::ParameterValue, 'Have a version never installed again')
            [CompletionResult]::new('lift', 'lift', [CompletionResultType]::ParameterValue, 'Take back `deprecate`, `quarantine` or `block`')
            [CompletionResult]::new('advisory', 'advisory', [CompletionResultType]::ParameterValue, 'Publish what is known against skills, in the form of OSV')
            [CompletionResult]::new('build', 'build', [CompletionResultType]::ParameterValue, 'Derive the list for searching and the discovery index')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Hash every archive, and hold index and derived files against them')
            [CompletionResult]::new('sign', 'sign', [CompletionResultType]::ParameterValue, 'List all files of the registry, and have `minisign` sign the list')
            [CompletionResult]::new('mirror', 'mirror', [CompletionResultType]::ParameterValue, 'Copy a registry, or some of its packages, into a folder')
            [CompletionResult]::new('serve', 'serve', [CompletionResultType]::ParameterValue, 'Offer the registry over HTTP, with pages to browse it and an interface to publish')
            [CompletionResult]::new('token', 'token', [CompletionResultType]::ParameterValue, 'Make, list and revoke the tokens of a registry that is served')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'skill;registry;init' {
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'What it calls itself; the folder''s name by default')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('--rising', '--rising', [CompletionResultType]::ParameterName, 'A new version must be higher than all before it')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;registry;add' {
            [CompletionResult]::new('--scope', '--scope', [CompletionResultType]::ParameterName, 'Publish as `@TEAM/name`')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;registry;yank' {
            [CompletionResult]::new('--reason', '--reason', [CompletionResultType]::ParameterName, 'Why; people see it')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;registry;unyank' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;registry;deprecate' {
            [CompletionResult]::new('--reason', '--reason', [CompletionResultType]::ParameterName, 'Why; people see it')
            [CompletionResult]::new('--replaced-by', '--replaced-by', [CompletionResultType]::ParameterName, 'The package to use instead')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;registry;quarantine' {
            [CompletionResult]::new('--reason', '--reason', [CompletionResultType]::ParameterName, 'Why; people see it')
            [CompletionResult]::new('--advisory', '--advisory', [CompletionResultType]::ParameterName, 'The advisory that says more')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;registry;block' {
            [CompletionResult]::new('--reason', '--reason', [CompletionResultType]::ParameterName, 'Why; people see it')
            [CompletionResult]::new('--advisory', '--advisory', [CompletionResultType]::ParameterName, 'The advisory that says more')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;registry;lift' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;registry;advisory' {
            [CompletionResult]::new('--id', '--id', [CompletionResultType]::ParameterName, '`x_SKILL-YEAR-NUMBER`, or an id of OSV''s such as `MAL-2026-1`')
            [CompletionResult]::new('--summary', '--summary', [CompletionResultType]::ParameterName, 'One sentence')
            [CompletionResult]::new('--package', '--package', [CompletionResultType]::ParameterName, 'The package that is meant')
            [CompletionResult]::new('--introduced', '--introduced', [CompletionResultType]::ParameterName, 'The first version that is affected; all by default')
            [CompletionResult]::new('--fixed', '--fixed', [CompletionResultType]::ParameterName, 'The first version that no longer is')
            [CompletionResult]::new('--tree', '--tree', [CompletionResultType]::ParameterName, 'The tree digest of files that are meant under any name (repeatable)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('--malicious', '--malicious', [CompletionResultType]::ParameterName, 'It does harm on purpose: nobody installs it')
            [CompletionResult]::new('--withdraw', '--withdraw', [CompletionResultType]::ParameterName, 'Take the advisory back')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;registry;build' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Read every index file, not only those that changed')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;registry;verify' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;registry;sign' {
            [CompletionResult]::new('--key', '--key', [CompletionResultType]::ParameterName, 'The secret key; minisign''s own default without')
            [CompletionResult]::new('--expires', '--expires', [CompletionResultType]::ParameterName, 'How long the signature counts, such as `30d`')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;registry;mirror' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;registry;serve' {
            [CompletionResult]::new('--listen', '--listen', [CompletionResultType]::ParameterName, 'Where to listen: HOST:PORT or PORT; port 0 is any that is free')
            [CompletionResult]::new('--tokens', '--tokens', [CompletionResultType]::ParameterName, 'The file with the registry''s tokens; `.tokens.json` in its folder by default')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('--read-only', '--read-only', [CompletionResultType]::ParameterName, 'Take nothing in: neither versions nor marks')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;registry;token' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('new', 'new', [CompletionResultType]::ParameterValue, 'Make a token, and print it once')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the tokens; what they are is not kept')
            [CompletionResult]::new('revoke', 'revoke', [CompletionResultType]::ParameterValue, 'Take a token back; a running server refuses it at once')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'skill;registry;token;new' {
            [CompletionResult]::new('--tokens', '--tokens', [CompletionResultType]::ParameterName, 'The file with its tokens; `.tokens.json` in its folder by default')
            [CompletionResult]::new('--label', '--label', [CompletionResultType]::ParameterName, 'What the token is called in lists and logs')
            [CompletionResult]::new('--scope', '--scope', [CompletionResultType]::ParameterName, 'What it allows: `read`, `publish:*`, `publish:@team/*`, `publish:NAME`, the same with `yank:`, or `admin`')
            [CompletionResult]::new('--expires', '--expires', [CompletionResultType]::ParameterName, 'How long it holds, such as `90d`; for ever without')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;registry;token;list' {
            [CompletionResult]::new('--tokens', '--tokens', [CompletionResultType]::ParameterName, 'The file with its tokens; `.tokens.json` in its folder by default')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;registry;token;revoke' {
            [CompletionResult]::new('--tokens', '--tokens', [CompletionResultType]::ParameterName, 'The file with its tokens; `.tokens.json` in its folder by default')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;registry;token;help' {
            [CompletionResult]::new('new', 'new', [CompletionResultType]::ParameterValue, 'Make a token, and print it once')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the tokens; what they are is not kept')
            [CompletionResult]::new('revoke', 'revoke', [CompletionResultType]::ParameterValue, 'Take a token back; a running server refuses it at once')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'skill;registry;token;help;new' {
            break
        }
        'skill;registry;token;help;list' {
            break
        }
        'skill;registry;token;help;revoke' {
            break
        }
        'skill;registry;token;help;help' {
            break
        }
        'skill;registry;help' {
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Make an empty registry')
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Publish skills into the registry''s folder')
            [CompletionResult]::new('yank', 'yank', [CompletionResultType]::ParameterValue, 'Have nobody choose a version newly; who locked it keeps it')
            [CompletionResult]::new('unyank', 'unyank', [CompletionResultType]::ParameterValue, 'Offer a yanked version again')
            [CompletionResult]::new('deprecate', 'deprecate', [CompletionResultType]::ParameterValue, 'Say that a version, or a package, is out of date')
            [CompletionResult]::new('quarantine', 'quarantine', [CompletionResultType]::ParameterValue, 'Keep a version back until it is looked at: nobody installs it without insisting')
            [CompletionResult]::new('block', 'block', [CompletionResultType]::ParameterValue, 'Have a version never installed again')
            [CompletionResult]::new('lift', 'lift', [CompletionResultType]::ParameterValue, 'Take back `deprecate`, `quarantine` or `block`')
            [CompletionResult]::new('advisory', 'advisory', [CompletionResultType]::ParameterValue, 'Publish what is known against skills, in the form of OSV')
            [CompletionResult]::new('build', 'build', [CompletionResultType]::ParameterValue, 'Derive the list for searching and the discovery index')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Hash every archive, and hold index and derived files against them')
            [CompletionResult]::new('sign', 'sign', [CompletionResultType]::ParameterValue, 'List all files of the registry, and have `minisign` sign the list')
            [CompletionResult]::new('mirror', 'mirror', [CompletionResultType]::ParameterValue, 'Copy a registry, or some of its packages, into a folder')
            [CompletionResult]::new('serve', 'serve', [CompletionResultType]::ParameterValue, 'Offer the registry over HTTP, with pages to browse it and an interface to publish')
            [CompletionResult]::new('token', 'token', [CompletionResultType]::ParameterValue, 'Make, list and revoke the tokens of a registry that is served')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'skill;registry;help;init' {
            break
        }
        'skill;registry;help;add' {
            break
        }
        'skill;registry;help;yank' {
            break
        }
        'skill;registry;help;unyank' {
            break
        }
        'skill;registry;help;deprecate' {
            break
        }
        'skill;registry;help;quarantine' {
            break
        }
        'skill;registry;help;block' {
            break
        }
        'skill;registry;help;lift' {
            break
        }
        'skill;registry;help;advisory' {
            break
        }
        'skill;registry;help;build' {
            break
        }
        'skill;registry;help;verify' {
            break
        }
        'skill;registry;help;sign' {
            break
        }
        'skill;registry;help;mirror' {
            break
        }
        'skill;registry;help;serve' {
            break
        }
        'skill;registry;help;token' {
            [CompletionResult]::new('new', 'new', [CompletionResultType]::ParameterValue, 'Make a token, and print it once')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the tokens; what they are is not kept')
            [CompletionResult]::new('revoke', 'revoke', [CompletionResultType]::ParameterValue, 'Take a token back; a running server refuses it at once')
            break
        }
        'skill;registry;help;token;new' {
            break
        }
        'skill;registry;help;token;list' {
            break
        }
        'skill;registry;help;token;revoke' {
            break
        }
        'skill;registry;help;help' {
            break
        }
        'skill;lint' {
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'Judge by this profile (repeatable): spec, skills-ref, client, claude, openai, teleai, stabledge, google, or a TOML file')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How findings are shown [default: text]')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write a further report (repeatable): `sarif=lint.sarif`; `-` prints it instead')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'End with status 1 at findings of this severity [default: error]')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'Leave out findings that this file accepts')
            [CompletionResult]::new('--changed', '--changed', [CompletionResultType]::ParameterName, 'Check only skills that differ from what git has: at HEAD, or at this branch, tag or commit')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'The path that the text on standard input goes by: a SKILL.md, or another file of a skill')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'Mend what can be mended without changing what the skill says')
            [CompletionResult]::new('--unsafe-fixes', '--unsafe-fixes', [CompletionResultType]::ParameterName, 'Mend also where a person should look at the result')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Show what the fixes would change, and change nothing')
            [CompletionResult]::new('--write-baseline', '--write-baseline', [CompletionResultType]::ParameterName, 'Accept today''s findings: write them to the baseline')
            [CompletionResult]::new('--tokens', '--tokens', [CompletionResultType]::ParameterName, 'Show what each part of the skill costs in tokens')
            [CompletionResult]::new('--no-cache', '--no-cache', [CompletionResultType]::ParameterName, 'Judge every skill anew, and keep no results for the next run')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;check' {
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'Judge by this profile (repeatable): spec, skills-ref, client, claude, openai, teleai, stabledge, google, or a TOML file')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How findings are shown [default: text]')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write a further report (repeatable): `sarif=lint.sarif`; `-` prints it instead')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'End with status 1 at findings of this severity [default: error]')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'Leave out findings that this file accepts')
            [CompletionResult]::new('--changed', '--changed', [CompletionResultType]::ParameterName, 'Check only skills that differ from what git has: at HEAD, or at this branch, tag or commit')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'The path that the text on standard input goes by: a SKILL.md, or another file of a skill')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'Mend what can be mended without changing what the skill says')
            [CompletionResult]::new('--unsafe-fixes', '--unsafe-fixes', [CompletionResultType]::ParameterName, 'Mend also where a person should look at the result')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Show what the fixes would change, and change nothing')
            [CompletionResult]::new('--write-baseline', '--write-baseline', [CompletionResultType]::ParameterName, 'Accept today''s findings: write them to the baseline')
            [CompletionResult]::new('--tokens', '--tokens', [CompletionResultType]::ParameterName, 'Show what each part of the skill costs in tokens')
            [CompletionResult]::new('--no-cache', '--no-cache', [CompletionResultType]::ParameterName, 'Judge every skill anew, and keep no results for the next run')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;validate' {
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'Judge by this profile (repeatable): spec, skills-ref, client, claude, openai, teleai, stabledge, google, or a TOML file')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How findings are shown [default: text]')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write a further report (repeatable): `sarif=lint.sarif`; `-` prints it instead')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'End with status 1 at findings of this severity [default: error]')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'Leave out findings that this file accepts')
            [CompletionResult]::new('--changed', '--changed', [CompletionResultType]::ParameterName, 'Check only skills that differ from what git has: at HEAD, or at this branch, tag or commit')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'The path that the text on standard input goes by: a SKILL.md, or another file of a skill')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'Mend what can be mended without changing what the skill says')
            [CompletionResult]::new('--unsafe-fixes', '--unsafe-fixes', [CompletionResultType]::ParameterName, 'Mend also where a person should look at the result')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Show what the fixes would change, and change nothing')
            [CompletionResult]::new('--write-baseline', '--write-baseline', [CompletionResultType]::ParameterName, 'Accept today''s findings: write them to the baseline')
            [CompletionResult]::new('--tokens', '--tokens', [CompletionResultType]::ParameterName, 'Show what each part of the skill costs in tokens')
            [CompletionResult]::new('--no-cache', '--no-cache', [CompletionResultType]::ParameterName, 'Judge every skill anew, and keep no results for the next run')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;rule' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;search' {
            [CompletionResult]::new('--registry', '--registry', [CompletionResultType]::ParameterName, 'Ask this registry (repeatable), instead of all that are configured')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'Show at most so many')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('--installed', '--installed', [CompletionResultType]::ParameterName, 'Look among the skills installed here')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Use the cache only, never the network')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;find' {
            [CompletionResult]::new('--registry', '--registry', [CompletionResultType]::ParameterName, 'Ask this registry (repeatable), instead of all that are configured')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'Show at most so many')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in DIR')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--locale', '--locale', [CompletionResultType]::ParameterName, 'Language of messages and templates')
            [CompletionResult]::new('--installed', '--installed', [CompletionResultType]::ParameterName, 'Look among the skills installed here')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Use the cache only, never the network')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but warnings and errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to every question')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON value on stdout')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'skill;help' {
            [CompletionResult]::new('new', 'new', [CompletionResultType]::ParameterValue, 'Make a new skill: a folder with a SKILL.md and what you ask for')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Make a new skill in the current folder')
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Add a script, reference or asset to a skill, or install skills')
            [CompletionResult]::new('install', 'install', [CompletionResultType]::ParameterValue, 'Install skills, or restore what manifest and lockfile say')
            [CompletionResult]::new('ci', 'ci', [CompletionResultType]::ParameterValue, 'Restore exactly what is locked, or fail')
            [CompletionResult]::new('update', 'update', [CompletionResultType]::ParameterValue, 'Take newer states of installed skills, after showing what changes')
            [CompletionResult]::new('outdated', 'outdated', [CompletionResultType]::ParameterValue, 'Show which installed skills could be newer')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Show what an update would change, or what you edited')
            [CompletionResult]::new('info', 'info', [CompletionResultType]::ParameterValue, 'Show one skill in full: what it says, its files, what it can reach')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Check installed files against the lockfile')
            [CompletionResult]::new('audit', 'audit', [CompletionResultType]::ParameterValue, 'Check what is installed: bytes against the lockfile, rules of safety, what each skill can reach')
            [CompletionResult]::new('import', 'import', [CompletionResultType]::ParameterValue, 'Take over skills that other tools installed')
            [CompletionResult]::new('enable', 'enable', [CompletionResultType]::ParameterValue, 'Switch skills on again')
            [CompletionResult]::new('disable', 'disable', [CompletionResultType]::ParameterValue, 'Switch skills off without removing them')
            [CompletionResult]::new('remove', 'remove', [CompletionResultType]::ParameterValue, 'Remove installed skills')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List every skill visible from here')
            [CompletionResult]::new('prompt', 'prompt', [CompletionResultType]::ParameterValue, 'Print the catalogue of skills for an agent''s context')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Print a skill as an agent gets it when the skill is activated')
            [CompletionResult]::new('match', 'match', [CompletionResultType]::ParameterValue, 'Show which installed skills a request would find, and why')
            [CompletionResult]::new('trust', 'trust', [CompletionResultType]::ParameterValue, 'Let agents see the skills of a project folder')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Find what is broken, and mend what is safe')
            [CompletionResult]::new('link', 'link', [CompletionResultType]::ParameterValue, 'Link skills into agents'' folders')
            [CompletionResult]::new('unlink', 'unlink', [CompletionResultType]::ParameterValue, 'Take links away, and keep the skills')
            [CompletionResult]::new('agents', 'agents', [CompletionResultType]::ParameterValue, 'Show the agents that are known, and what each gets here')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print a completion script for a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the manual page')
            [CompletionResult]::new('cache', 'cache', [CompletionResultType]::ParameterValue, 'Look after the cache')
            [CompletionResult]::new('pack', 'pack', [CompletionResultType]::ParameterValue, 'Pack skills into archives for upload, the same bytes every time')
            [CompletionResult]::new('publish', 'publish', [CompletionResultType]::ParameterValue, 'Pack skills and publish their versions on a registry')
            [CompletionResult]::new('login', 'login', [CompletionResultType]::ParameterValue, 'Keep the token of a registry; it is read from stdin, or asked for without being shown')
            [CompletionResult]::new('logout', 'logout', [CompletionResultType]::ParameterValue, 'Forget the token of a registry')
            [CompletionResult]::new('registry', 'registry', [CompletionResultType]::ParameterValue, 'Keep a registry: a folder of static files that any web server can offer')
            [CompletionResult]::new('lint', 'lint', [CompletionResultType]::ParameterValue, 'Check skills against the specification and the rules of platforms')
            [CompletionResult]::new('rule', 'rule', [CompletionResultType]::ParameterValue, 'Show what a lint rule finds and why, or list all rules')
            [CompletionResult]::new('search', 'search', [CompletionResultType]::ParameterValue, 'Look for skills in registries, or among those that are installed')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'skill;help;new' {
            break
        }
        'skill;help;init' {
            break
        }
        'skill;help;add' {
            break
        }
        'skill;help;install' {
            break
        }
        'skill;help;ci' {
            break
        }
        'skill;help;update' {
            break
        }
        'skill;help;outdated' {
            break
        }
        'skill;help;diff' {
            break
        }
        'skill;help;info' {
            break
        }
        'skill;help;verify' {
            break
        }
        'skill;help;audit' {
            break
        }
        'skill;help;import' {
            break
        }
        'skill;help;enable' {
            break
        }
        'skill;help;disable' {
            break
        }
        'skill;help;remove' {
            break
        }
        'skill;help;list' {
            break
        }
        'skill;help;prompt' {
            break
        }
        'skill;help;show' {
            break
        }
        'skill;help;match' {
            break
        }
        'skill;help;trust' {
            break
        }
        'skill;help;doctor' {
            break
        }
        'skill;help;link' {
            break
        }
        'skill;help;unlink' {
            break
        }
        'skill;help;agents' {
            break
        }
        'skill;help;completions' {
            break
        }
        'skill;help;man' {
            break
        }
        'skill;help;cache' {
            [CompletionResult]::new('dir', 'dir', [CompletionResultType]::ParameterValue, 'Print the cache''s folder')
            [CompletionResult]::new('size', 'size', [CompletionResultType]::ParameterValue, 'Print the cache''s size')
            [CompletionResult]::new('prune', 'prune', [CompletionResultType]::ParameterValue, 'Remove what was not used for a while, and what killed runs left')
            break
        }
        'skill;help;cache;dir' {
            break
        }
        'skill;help;cache;size' {
            break
        }
        'skill;help;cache;prune' {
            break
        }
        'skill;help;pack' {
            break
        }
        'skill;help;publish' {
            break
        }
        'skill;help;login' {
            break
        }
        'skill;help;logout' {
            break
        }
        'skill;help;registry' {
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Make an empty registry')
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Publish skills into the registry''s folder')
            [CompletionResult]::new('yank', 'yank', [CompletionResultType]::ParameterValue, 'Have nobody choose a version newly; who locked it keeps it')
            [CompletionResult]::new('unyank', 'unyank', [CompletionResultType]::ParameterValue, 'Offer a yanked version again')
            [CompletionResult]::new('deprecate', 'deprecate', [CompletionResultType]::ParameterValue, 'Say that a version, or a package, is out of date')
            [CompletionResult]::new('quarantine', 'quarantine', [CompletionResultType]::ParameterValue, 'Keep a version back until it is looked at: nobody installs it without insisting')
            [CompletionResult]::new('block', 'block', [CompletionResultType]::ParameterValue, 'Have a version never installed again')
            [CompletionResult]::new('lift', 'lift', [CompletionResultType]::ParameterValue, 'Take back `deprecate`, `quarantine` or `block`')
            [CompletionResult]::new('advisory', 'advisory', [CompletionResultType]::ParameterValue, 'Publish what is known against skills, in the form of OSV')
            [CompletionResult]::new('build', 'build', [CompletionResultType]::ParameterValue, 'Derive the list for searching and the discovery index')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Hash every archive, and hold index and derived files against them')
            [CompletionResult]::new('sign', 'sign', [CompletionResultType]::ParameterValue, 'List all files of the registry, and have `minisign` sign the list')
            [CompletionResult]::new('mirror', 'mirror', [CompletionResultType]::ParameterValue, 'Copy a registry, or some of its packages, into a folder')
            [CompletionResult]::new('serve', 'serve', [CompletionResultType]::ParameterValue, 'Offer the registry over HTTP, with pages to browse it and an interface to publish')
            [CompletionResult]::new('token', 'token', [CompletionResultType]::ParameterValue, 'Make, list and revoke the tokens of a registry that is served')
            break
        }
        'skill;help;registry;init' {
            break
        }
        'skill;help;registry;add' {
            break
        }
        'skill;help;registry;yank' {
            break
        }
        'skill;help;registry;unyank' {
            break
        }
        'skill;help;registry;deprecate' {
            break
        }
        'skill;help;registry;quarantine' {
            break
        }
        'skill;help;registry;block' {
            break
        }
        'skill;help;registry;lift' {
            break
        }
        'skill;help;registry;advisory' {
            break
        }
        'skill;help;registry;build' {
            break
        }
        'skill;help;registry;verify' {
            break
        }
        'skill;help;registry;sign' {
            break
        }
        'skill;help;registry;mirror' {
            break
        }
        'skill;help;registry;serve' {
            break
        }
        'skill;help;registry;token' {
            [CompletionResult]::new('new', 'new', [CompletionResultType]::ParameterValue, 'Make a token, and print it once')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the tokens; what they are is not kept')
            [CompletionResult]::new('revoke', 'revoke', [CompletionResultType]::ParameterValue, 'Take a token back; a running server refuses it at once')
            break
        }
        'skill;help;registry;token;new' {
            break
        }
        'skill;help;registry;token;list' {
            break
        }
        'skill;help;registry;token;revoke' {
            break
        }
        'skill;help;lint' {
            break
        }
        'skill;help;rule' {
            break
        }
        'skill;help;search' {
            break
        }
        'skill;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
