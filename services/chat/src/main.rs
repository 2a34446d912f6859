//! Runs chat alone.

fn main() -> std::process::ExitCode {
    kit::main::<chat::Chat>()
}
