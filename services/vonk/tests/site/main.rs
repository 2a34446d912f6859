//! The whole site in real processes, used and abused from outside.

#[cfg(test)]
mod bursts;
#[cfg(test)]
mod canary;
#[cfg(test)]
mod configuration;
#[cfg(test)]
mod crowd;
#[cfg(test)]
mod demonstration;
#[cfg(test)]
mod doors;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod invariants;
#[cfg(test)]
mod kill;
#[cfg(test)]
mod matrix;
#[cfg(test)]
mod running;
