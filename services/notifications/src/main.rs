//! Runs notifications alone.
fn main() -> std::process::ExitCode {
    kit::main::<notifications::Notifications>()
}
