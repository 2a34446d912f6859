//! Runs matching alone.

fn main() -> std::process::ExitCode {
    kit::main::<matching::Matching>()
}
