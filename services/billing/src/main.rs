//! Runs billing alone.

fn main() -> std::process::ExitCode {
    kit::main::<billing::Billing>()
}
