//! A member's orders and what became of every credit.

use proto::billing::v1::*;

use crate::stage::*;

async fn page(stage: &Stage, member: kit::MemberId, cursor: &str) -> ListTransactionsResponse {
    let request = ListTransactionsRequest {
        cursor: cursor.to_owned(),
    };
    let answer = stage.member(member).list_transactions(request).await;
    answer.unwrap().into_inner()
}

#[tokio::test]
async fn transactions_agree_with_the_wallet_to_the_credit() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    let (lease, message) = (fresh(), fresh());
    stage.grant(anna, lease, 10, 60).await.unwrap();
    stage.said(anna, message, lease, 10).await;
    for _ in 0..60 {
        stage.said(anna, fresh(), lease, 0).await;
    }
    stage.settled().await;
    stage.close(lease, 10).await.unwrap();
    let first = page(&stage, anna, "").await;
    assert_eq!(first.orders.len(), 1);
    assert_eq!(first.orders[0].id, order.to_string());
    let shown: Vec<_> = first
        .lines
        .iter()
        .map(|line| (line.kind.as_str(), line.credits))
        .collect();
    assert_eq!(shown, [("message", -10), ("purchase", 100)]);
    assert_eq!(first.lines[0].reference, message.to_string());
    let sum: i64 = first.lines.iter().map(|line| line.credits).sum();
    assert_eq!(sum, i64::from(stage.has(anna).await.available));
    assert_eq!(first.next_cursor, "");
}

#[tokio::test]
async fn a_long_history_comes_in_pages_without_gaps() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    for _ in 0..2 {
        stage.buy(anna).await;
    }
    let lease = fresh();
    stage.grant(anna, lease, 1, 200).await.unwrap();
    let mut messages = Vec::new();
    for _ in 0..120 {
        messages.push(fresh());
        stage
            .said(anna, messages[messages.len() - 1], lease, 1)
            .await;
    }
    stage.settled().await;
    let (mut cursor, mut lines, mut orders) = (String::new(), Vec::new(), 0);
    for _ in 0..3 {
        let page = page(&stage, anna, &cursor).await;
        orders += page.orders.len();
        lines.extend(page.lines);
        cursor = page.next_cursor;
    }
    assert_eq!((cursor.as_str(), orders, lines.len()), ("", 2, 122));
    let mut ids: Vec<_> = lines.iter().map(|line| line.id.clone()).collect();
    ids.dedup();
    assert_eq!(ids.len(), 122);
    let request = ListTransactionsRequest {
        cursor: "x".to_owned(),
    };
    let refused = stage.member(anna).list_transactions(request).await;
    assert_eq!(refusal(refused), "value_invalid");
}

#[tokio::test]
async fn a_member_sees_how_much_went_in_a_day_and_in_a_week() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    let lease = fresh();
    stage.grant(anna, lease, 10, 40).await.unwrap();
    stage.said(anna, fresh(), lease, 10).await;
    stage.advance(2 * 86_400);
    stage.said(anna, fresh(), lease, 20).await;
    stage.settled().await;
    let wallet = stage.wallet(anna).await;
    assert_eq!((wallet.spent_day, wallet.spent_week), (20, 30));
    assert_eq!(cents(&wallet.paid_week), [999]);
    // What was paid back does not count.
    stage.close(lease, 30).await.unwrap();
    for confirm in [false, true] {
        let order_id = order.to_string();
        let request = WithdrawRequest { order_id, confirm };
        let answer = stage.member(anna).withdraw(request).await.unwrap();
        assert_eq!(answer.into_inner().confirmed_at.is_some(), confirm);
    }
    assert_eq!(cents(&stage.wallet(anna).await.paid_week), [300]);
    assert!(stage.look(anna, order).await.withdrawn_at.is_some());
    stage.advance(8 * 86_400);
    let later = stage.wallet(anna).await;
    assert_eq!((later.spent_week, later.paid_week.len()), (0, 0));
}

fn cents(money: &[Money]) -> Vec<i64> {
    money.iter().map(|money| money.minor).collect()
}
