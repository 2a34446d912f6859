use kit::{MemberId, SiteId};
use proto::billing::v1::{LedgerLine, ListTransactionsRequest, ListTransactionsResponse};

use super::Api;
use crate::{
    fault::Fault,
    ledger::Kind,
    order::timestamp,
    store::{
        ledger::{self, Line},
        orders,
    },
};

/// Rows of each kind on a page.
const PAGE: usize = 50;

/// Where a page begins: below these positions; 0 means there is nothing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cursor {
    orders: i64,
    lines: i64,
}

impl Cursor {
    fn read(text: &str) -> Result<Self, Fault> {
        if text.is_empty() {
            return Ok(Self {
                orders: i64::MAX,
                lines: i64::MAX,
            });
        }
        let position = |text: &str| text.parse().ok().filter(|position: &i64| *position >= 0);
        text.split_once('.')
            .and_then(|(orders, lines)| {
                Some(Self {
                    orders: position(orders)?,
                    lines: position(lines)?,
                })
            })
            .ok_or(Fault::ValueInvalid("cursor"))
    }

    fn write(self) -> String {
        if self.orders == 0 && self.lines == 0 {
            return String::new();
        }
        format!("{}.{}", self.orders, self.lines)
    }
}

/// The member's orders and changes of credits, the latest first.
pub(crate) async fn list_transactions(
    api: &Api,
    (site, member): (SiteId, MemberId),
    request: &ListTransactionsRequest,
) -> Result<ListTransactionsResponse, Fault> {
    let from = Cursor::read(&request.cursor)?;
    let limit = i64::try_from(PAGE + 1).unwrap_or(i64::MAX);
    let mut orders = orders::list(api.db.pool(), member, from.orders, limit).await?;
    let mut lines = ledger::lines(api.db.pool(), member, from.lines, limit).await?;
    let next = Cursor {
        orders: cut(&mut orders, |order| order.position),
        lines: cut(&mut lines, |line| line.position),
    };
    let site = api.sites.get(site).await?;
    let terms = (
        crate::site::refund_days(&site),
        &crate::site::calendar(&site),
    );
    let now = api.clock.now();
    Ok(ListTransactionsResponse {
        orders: orders
            .iter()
            .map(|order| order.to_wire(terms, now))
            .collect(),
        lines: lines.into_iter().map(to_wire).collect(),
        next_cursor: next.write(),
    })
}

/// Cuts a page off and answers where the next one begins.
fn cut<T>(rows: &mut Vec<T>, position: impl Fn(&T) -> i64) -> i64 {
    if rows.len() <= PAGE {
        return 0;
    }
    rows.truncate(PAGE);
    rows.last().map_or(0, position)
}

fn to_wire(line: Line) -> LedgerLine {
    let kind = match line.kind {
        Kind::Withdrawal | Kind::Reversal | Kind::Refund | Kind::Void => "refund",
        Kind::Chargeback | Kind::Hold | Kind::Release => "correction",
        kind => kind.word(),
    };
    LedgerLine {
        id: line.id.to_string(),
        kind: kind.to_owned(),
        credits: line.credits,
        at: Some(timestamp(line.booked_at)),
        reference: line.reference,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_survives_the_way_through_the_browser() {
        let cursor = Cursor {
            orders: 17,
            lines: 0,
        };
        assert_eq!(Cursor::read(&cursor.write()).unwrap(), cursor);
        let over = Cursor {
            orders: 0,
            lines: 0,
        };
        assert_eq!(over.write(), "");
        for text in ["x", "1", "1.-2", "-1.2", "1.2.3", "1.99999999999999999999"] {
            assert!(Cursor::read(text).is_err(), "{text}");
        }
    }
}
