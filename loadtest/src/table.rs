//! What was measured, as rows for docs/performance.md.

use std::fmt;

use crate::measure::Measured;

/// Rows in the order they were measured.
#[derive(Default)]
pub(crate) struct Table(Vec<String>);

impl Table {
    /// A measurement beside its limit.
    pub(crate) fn add(
        &mut self,
        (what, load): (&str, &str),
        measured: &Measured,
        (beside, limit): (&str, &Measured),
    ) {
        let row = format!(
            "| {what} | {load} | {} | {} | {} | {beside}: {}, {}, {} | {:.3} |",
            short(measured.rate()),
            short(measured.within(0.5)),
            short(measured.within(0.99)),
            short(limit.rate()),
            short(limit.within(0.5)),
            short(limit.within(0.99)),
            measured.rate() / limit.rate(),
        );
        eprintln!("{row}");
        self.0.push(row);
    }

    /// A measurement that has its meaning from the one before.
    pub(crate) fn add_alone(&mut self, (what, load): (&str, &str), measured: &Measured) {
        let row = format!(
            "| {what} | {load} | {} | {} | {} | | |",
            short(measured.rate()),
            short(measured.within(0.5)),
            short(measured.within(0.99)),
        );
        eprintln!("{row}");
        self.0.push(row);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            formatter,
            "| what | load | a second | p50 ms | p99 ms | limit: a second, p50 ms, p99 ms | ratio |"
        )?;
        writeln!(formatter, "|---|---|---|---|---|---|---|")?;
        for row in &self.0 {
            writeln!(formatter, "{row}")?;
        }
        Ok(())
    }
}

/// Three digits.
fn short(number: f64) -> String {
    match number {
        _ if number >= 100.0 => thousands(number),
        _ if number >= 10.0 => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    }
}

/// 12345.6 is 12,346.
fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown = [0.123_4, 9.999, 12.34, 123.4, 1_234.5, 1_234_567.0].map(short);
        assert_eq!(
            shown,
            ["0.12", "10.00", "12.3", "123", "1,234", "1,234,567"]
        );
    }
}
