//! Runs settings alone.

fn main() -> std::process::ExitCode {
    kit::main::<settings::Settings>()
}
