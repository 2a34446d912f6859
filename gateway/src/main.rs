//! Runs the gateway alone.

use std::process::ExitCode;

fn main() -> ExitCode {
    kit::main::<gateway::Gateway>()
}
