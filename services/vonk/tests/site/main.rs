//! The whole site in real processes, used and abused from outside.

#[cfg(test)]
mod canary;
#[cfg(test)]
mod configuration;
#[cfg(test)]
mod doors;
#[cfg(test)]
mod kill;
#[cfg(test)]
mod running;
