//! The table of a receipt and the sentences below it, in the words of a language.

use minijinja::{Value, context};
use serde::Deserialize;
use time::OffsetDateTime;

use crate::{
    language::Language,
    letter::one_line,
    moment::Moment,
    money::percentage,
    receipt::{About, Money, Receipt},
    texts::Forms,
};

/// What a receipt tells, and of whom it is.
#[derive(Clone, Copy)]
pub struct Bill<'a> {
    pub receipt: &'a Receipt,
    /// IANA name; moments are told by its clock.
    pub time_zone: &'a str,
    /// The company's number in the trade register; empty when not known.
    pub registration: &'a str,
    pub vat_numbers: &'a [String],
}

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    label: String,
    value: String,
    /// What the receipt is about.
    strong: bool,
}

/// What the sentences of a receipt fill in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blanks {
    number: String,
    paid: String,
    until: String,
    /// Days in which the purchase can be withdrawn from.
    days: i64,
}

impl From<Row> for Value {
    fn from(row: Row) -> Self {
        context! { label => row.label, value => row.value, strong => row.strong }
    }
}

impl From<Blanks> for Value {
    fn from(blanks: Blanks) -> Self {
        context! {
            number => blanks.number,
            paid => blanks.paid,
            until => blanks.until,
            days => blanks.days,
        }
    }
}

/// The words of receipts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Words {
    /// From January, as they stand in a date.
    months: [String; 12],
    /// The first day of a month, where it is not written as a number.
    first: Option<String>,
    moment: String,
    credits: Forms,
    creditcard: String,
    banktransfer: String,
    directdebit: String,
    labels: Labels,
    notes: Notes,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Labels {
    number: String,
    bought: String,
    code: String,
    total: String,
    vat: String,
    method: String,
    ordered: String,
    paid: String,
    declared: String,
    unused: String,
    back: String,
    back_to: String,
    sent: String,
    seller: String,
    registration: String,
    vat_number: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Notes {
    /// What the member agreed to at the purchase, in the words of the page.
    consent: String,
    /// The right to withdraw, how long, and how.
    withdraw: String,
    /// What the member declared.
    declaration: String,
    /// What becomes of the money.
    owed: String,
    /// That none is owed.
    nothing: String,
}

impl Words {
    /// The lines of the table. `company`: name, address, place.
    pub(crate) fn rows(&self, language: Language, bill: &Bill<'_>, company: &[String]) -> Vec<Row> {
        let (receipt, labels) = (bill.receipt, &self.labels);
        let at = |at| self.moment(at, bill.time_zone);
        let credits = |credits: u32| self.credits.with(language, credits.into());
        let money = |money: &Money| money.said(language);
        let mut rows = vec![row(&labels.number, receipt.order.to_string())];
        match &receipt.about {
            About::Purchase {
                credits: bought,
                discount_code,
                accepted_at,
                ..
            } => {
                rows.push(row(&labels.bought, credits(*bought)));
                rows.push(row(&labels.code, one_line(discount_code)));
                rows.push(strong(&labels.total, money(&receipt.amount)));
                rows.extend(self.vat(language, receipt));
                rows.push(row(&labels.method, self.method(&receipt.method)));
                rows.push(row(&labels.ordered, at(*accepted_at)));
                rows.push(row(&labels.paid, at(receipt.paid_at)));
            }
            About::Withdrawal {
                declared_at,
                credits: bought,
                unused,
            } => {
                rows.push(strong(&labels.declared, at(*declared_at)));
                rows.push(row(&labels.bought, credits(*bought)));
                rows.push(row(&labels.paid, at(receipt.paid_at)));
                rows.push(row(&labels.unused, unused.to_string()));
                rows.push(strong(&labels.back, money(&receipt.amount)));
                rows.extend(self.vat(language, receipt));
                rows.push(row(&labels.back_to, self.method(&receipt.method)));
            }
            About::Refund { sent_at } => {
                rows.push(row(&labels.paid, at(receipt.paid_at)));
                rows.push(strong(&labels.back, money(&receipt.amount)));
                rows.extend(self.vat(language, receipt));
                rows.push(row(&labels.back_to, self.method(&receipt.method)));
                rows.push(row(&labels.sent, at(*sent_at)));
            }
        }
        let company: Vec<String> = company.iter().map(|part| one_line(part)).collect();
        rows.push(row(&labels.seller, joined(&company)));
        rows.push(row(&labels.registration, one_line(bill.registration)));
        rows.push(row(&labels.vat_number, one_line(&joined(bill.vat_numbers))));
        rows.retain(|row| !row.value.is_empty());
        rows
    }

    /// The sentences below the table.
    pub(crate) fn notes(&self, receipt: &Receipt) -> Vec<&str> {
        match &receipt.about {
            About::Purchase { .. } => vec![&self.notes.consent, &self.notes.withdraw],
            About::Withdrawal { .. } if receipt.amount.minor > 0 => {
                vec![&self.notes.declaration, &self.notes.owed]
            }
            About::Withdrawal { .. } => vec![&self.notes.declaration, &self.notes.nothing],
            About::Refund { .. } => vec![],
        }
    }

    /// What the sentences fill in.
    pub(crate) fn blanks(&self, bill: &Bill<'_>) -> Blanks {
        let receipt = bill.receipt;
        let at = |at| self.moment(at, bill.time_zone);
        let blanks = Blanks {
            number: receipt.order.to_string(),
            paid: at(receipt.paid_at),
            ..Blanks::default()
        };
        match &receipt.about {
            About::Purchase { withdraw_until, .. } => Blanks {
                until: self.said(&Moment::in_zone(*withdraw_until, bill.time_zone).end_of_day()),
                days: (*withdraw_until - receipt.paid_at).whole_days(),
                ..blanks
            },
            About::Withdrawal { .. } | About::Refund { .. } => blanks,
        }
    }

    fn vat(&self, language: Language, receipt: &Receipt) -> Option<Row> {
        let vat = receipt.vat.as_ref()?;
        if receipt.amount.minor == 0 {
            return None;
        }
        let rate = percentage(language, vat.permille);
        let amount = Money {
            minor: vat.minor,
            currency: receipt.amount.currency.clone(),
        };
        let label = self.labels.vat.replace("{{ rate }}", &rate);
        Some(row(&label, amount.said(language)))
    }

    /// Names of companies are the same everywhere, the rest is translated.
    fn method(&self, word: &str) -> String {
        match word {
            "creditcard" => self.creditcard.clone(),
            "banktransfer" => self.banktransfer.clone(),
            "directdebit" => self.directdebit.clone(),
            "ideal" => "iDEAL".to_owned(),
            "bancontact" => "Bancontact".to_owned(),
            "paypal" => "PayPal".to_owned(),
            "applepay" => "Apple Pay".to_owned(),
            "blik" => "BLIK".to_owned(),
            other => one_line(other),
        }
    }

    fn moment(&self, at: OffsetDateTime, time_zone: &str) -> String {
        self.said(&Moment::in_zone(at, time_zone))
    }

    fn said(&self, moment: &Moment) -> String {
        let first = self.first.clone().filter(|_| moment.day == 1);
        let month = self.months.get(moment.month.saturating_sub(1));
        self.moment
            .replace("{{ day }}", &first.unwrap_or(moment.day.to_string()))
            .replace("{{ month }}", month.map_or("", String::as_str))
            .replace("{{ year }}", &moment.year.to_string())
            .replace("{{ hour }}", &moment.hour)
            .replace("{{ minute }}", &moment.minute)
            .replace("{{ second }}", &moment.second)
            .replace("{{ zone }}", &moment.zone)
    }
}

fn row(label: &str, value: String) -> Row {
    Row {
        label: label.to_owned(),
        value,
        strong: false,
    }
}

fn strong(label: &str, value: String) -> Row {
    Row {
        strong: true,
        ..row(label, value)
    }
}

fn joined(parts: &[String]) -> String {
    let told = parts.iter().map(String::as_str);
    let told: Vec<&str> = told.filter(|part| !part.is_empty()).collect();
    told.join(", ")
}
