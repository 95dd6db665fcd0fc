fn main() -> std::process::ExitCode {
    skill::run(std::env::args_os())
}
