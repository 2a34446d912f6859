//! Runs accounts alone.
fn main() -> std::process::ExitCode {
    kit::main::<accounts::Accounts>()
}
