//! A member's own spending limits.

use proto::billing::v1::*;

use crate::{fakes::purse, stage::*};

async fn limit(stage: &Stage, member: kit::MemberId, daily_limit: u32, weekly_limit: u32) {
    let request = SetSpendingLimitRequest {
        daily_limit,
        weekly_limit,
    };
    stage
        .member(member)
        .set_spending_limit(request)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_limit_holds_within_its_day_and_its_week() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    stage.buy(anna).await;
    limit(&stage, anna, 30, 50).await;
    let lease = fresh();
    assert_eq!(stage.grant(anna, lease, 10, 100).await.unwrap().granted, 30);
    for _ in 0..3 {
        stage.said(anna, fresh(), lease, 10).await;
    }
    stage.settled().await;
    let refused = stage.grant(anna, fresh(), 10, 10).await.unwrap_err();
    assert_eq!(reason(&refused), "spending_limit");
    assert_eq!(kit::fault::detail(&refused, "limit").unwrap(), "30");
    assert_eq!(kit::fault::detail(&refused, "period").unwrap(), "day");
    stage.advance(86_401);
    let next = fresh();
    assert_eq!(stage.grant(anna, next, 10, 100).await.unwrap().granted, 20);
    stage.said(anna, fresh(), next, 20).await;
    stage.settled().await;
    let refused = stage.grant(anna, fresh(), 10, 10).await.unwrap_err();
    assert_eq!(kit::fault::detail(&refused, "period").unwrap(), "week");
    limit(&stage, anna, 0, 0).await;
    assert_eq!(
        stage.grant(anna, fresh(), 10, 10).await.unwrap().granted,
        10
    );
}

#[tokio::test]
async fn a_new_limit_takes_back_what_chat_holds() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    stage.buy(anna).await;
    let lease = fresh();
    stage.grant(anna, lease, 10, 80).await.unwrap();
    purse(anna, lease, 0);
    limit(&stage, anna, 20, 0).await;
    assert_eq!(stage.has(anna).await.leased, 0);
    assert_eq!(
        stage.grant(anna, fresh(), 10, 80).await.unwrap().granted,
        20
    );
    let shown = stage.member(anna).get_wallet(GetWalletRequest {}).await;
    assert_eq!(shown.unwrap().into_inner().wallet.unwrap().daily_limit, 20);
    let endless = SetSpendingLimitRequest {
        daily_limit: u32::MAX,
        weekly_limit: 0,
    };
    assert_eq!(
        refusal(stage.member(anna).set_spending_limit(endless).await),
        "value_invalid"
    );
}
