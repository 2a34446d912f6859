//! Runs profiles alone.
fn main() -> std::process::ExitCode {
    kit::main::<profiles::Profiles>()
}
