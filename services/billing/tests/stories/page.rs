//! The sandbox itself: its page, and who may use it.

use crate::stage::*;

#[tokio::test]
async fn the_page_names_the_amount_and_offers_every_outcome() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let placed = stage.order(anna, fresh(), "").await.unwrap();
    let answer = stage.http.get(&placed.checkout_url).send().await.unwrap();
    let policy = answer.headers()["content-security-policy"]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(
        policy.contains("default-src 'none'")
            && policy.contains("form-action 'self' http://127.0.0.1:")
    );
    assert_eq!(answer.headers()["cache-control"], "no-store");
    let page = answer.text().await.unwrap();
    assert!(page.contains("<html lang=\"en\">") && page.contains("EUR 9.99"));
    for outcome in ["paid", "later", "failed", "expired", "canceled"] {
        assert!(page.contains(&format!("value=\"{outcome}\"")), "{outcome}");
    }
    assert!(!page.contains("<script") && !page.contains("style="));
    stage.choose(&placed.checkout_url, "paid").await;
    // A second choice changes nothing.
    stage.choose(&placed.checkout_url, "failed").await;
    let page = stage
        .http
        .get(&placed.checkout_url)
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    assert!(page.contains("This payment is paid") && !page.contains("<form"));
}

#[tokio::test]
async fn the_api_wants_its_key_and_a_loopback_name() {
    let stage = Stage::set().await;
    let url = stage.at_sandbox("/v2/payments/tr_1");
    let keyless = stage.http.get(&url).send().await.unwrap();
    assert_eq!(keyless.status(), 401);
    let wrong = stage
        .http
        .get(&url)
        .bearer_auth("test_other")
        .send()
        .await
        .unwrap();
    assert_eq!(wrong.status(), 401);
    let unknown = stage
        .http
        .get(&url)
        .bearer_auth("test_sandbox")
        .send()
        .await
        .unwrap();
    assert_eq!(unknown.status(), 404);
    let bent = stage
        .http
        .get(&url)
        .header("host", "evil.example")
        .bearer_auth("test_sandbox");
    assert_eq!(bent.send().await.unwrap().status(), 421);
}

#[tokio::test]
async fn what_mollie_would_refuse_is_refused() {
    let stage = Stage::set().await;
    let right = serde_json::json!({
        "amount": { "currency": "EUR", "value": "9.99" }, "description": "Order 1",
        "redirectUrl": "https://shop.example/", "method": "ideal", "metadata": {},
    });
    let url = stage.at_sandbox("/v2/payments");
    let cases = [
        ("/amount/value", serde_json::json!("9.9"), "amount"),
        ("/amount/value", serde_json::json!("0.00"), "amount"),
        ("/amount/currency", serde_json::json!("euro"), "amount"),
        ("/description", serde_json::json!(""), "description"),
        (
            "/redirectUrl",
            serde_json::json!("javascript:alert(1)"),
            "redirectUrl",
        ),
        ("/method", serde_json::json!("cash"), "method"),
    ];
    for (field, value, refused) in cases {
        let mut wrong = right.clone();
        *wrong.pointer_mut(field).unwrap() = value;
        let answer = stage.sandbox_post(&url).json(&wrong).send().await.unwrap();
        assert_eq!(answer.status(), 422);
        let problem: serde_json::Value = answer.json().await.unwrap();
        assert_eq!(problem["field"], refused);
    }
    let made = stage
        .sandbox_post(&url)
        .header("idempotency-key", "k")
        .json(&right);
    let made: serde_json::Value = made.send().await.unwrap().json().await.unwrap();
    let again = stage
        .sandbox_post(&url)
        .header("idempotency-key", "k")
        .json(&right);
    let again: serde_json::Value = again.send().await.unwrap().json().await.unwrap();
    assert_eq!(made["id"], again["id"]);
    let mut other = right.clone();
    other["amount"]["value"] = serde_json::json!("1.00");
    let reused = stage
        .sandbox_post(&url)
        .header("idempotency-key", "k")
        .json(&other);
    assert_eq!(reused.send().await.unwrap().status(), 422);
    let payment = stage.at_sandbox(&format!("/v2/payments/{}", made["id"].as_str().unwrap()));
    let cancelled = stage
        .http
        .delete(&payment)
        .bearer_auth("test_sandbox")
        .send()
        .await
        .unwrap();
    let cancelled: serde_json::Value = cancelled.json().await.unwrap();
    assert_eq!(cancelled["status"], "canceled");
}
