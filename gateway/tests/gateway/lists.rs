//! `interests.php`, `regions.php`, `geocode.php` and `discountcode.php`.

use prost::Message;
use proto::{billing::v1::GetDiscountCodeRequest, profiles::v1::GeocodeRequest};
use serde_json::{Value, json};

use crate::{
    browser::{Door, header, json as read, refusal},
    fakes::{ANNA, SPARK, VONK},
};

#[tokio::test]
async fn interests_are_named_in_the_language_of_the_request_and_kept_with_it() {
    let door = Door::open().await;
    let named = |locale: &str, site: &str| {
        let name = format!("cycling in {locale} on {site}");
        json!({"interests": [{"id": 7, "slug": "cycling", "name": name}]})
    };
    let (_, body) = read(door.page("GET", "/api/interests.php")).await;
    assert_eq!(body, named("nl", VONK));
    let chosen = door.page("GET", "/api/interests.php");
    let (_, body) = read(chosen.header("cookie", "i18n_redirected=en")).await;
    assert_eq!(body, named("en", VONK));
    let elsewhere = door
        .bare("GET", "/api/interests.php")
        .header("host", "spark.test");
    let (_, body) = read(elsewhere.header("cookie", "i18n_redirected=pl")).await;
    assert_eq!(body, named("pl", SPARK));

    let answer = door.anna("GET", "/api/interests.php").send().await.unwrap();
    assert_eq!(header(&answer, "cache-control"), "private, max-age=3600");
    let vary: Vec<_> = answer.headers().get_all("vary").iter().collect();
    assert!(vary.iter().any(|of| *of == "cookie"), "{vary:?}");
}

#[tokio::test]
async fn regions_are_those_of_a_country_of_the_site() {
    let door = Door::open().await;
    let answer = door
        .page("GET", "/api/regions.php?country=NL")
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(header(&answer, "cache-control"), "private, max-age=3600");
    let body: Value = answer.json().await.unwrap();
    assert_eq!(body, json!({"regions": [{"id": 3, "name": "Utrecht"}]}));
    let unknown = door
        .page("GET", "/api/regions.php?country=XK")
        .send()
        .await
        .unwrap();
    assert_eq!(unknown.status(), 400);
    assert_eq!(header(&unknown, "cache-control"), "no-store");
    let unknown: Value = unknown.json().await.unwrap();
    assert_eq!(unknown["error"]["code"], "country_unknown");
}

#[tokio::test]
async fn a_point_is_rounded_before_anybody_sees_it() {
    let door = Door::open().await;
    let (status, body) = read(door.page("GET", "/api/geocode.php?lat=52.08956&lon=-5.23449")).await;
    assert_eq!(status, 200, "{body}");
    let place = json!({"country": "NL", "region": "Utrecht", "city": "Zeist"});
    assert_eq!(body, json!({"geocode": place}));
    let asked = door.world.calls("Geocode")[0].message.clone();
    let point = GeocodeRequest::decode(asked).unwrap().point.unwrap();
    assert!((point.latitude - 52.09).abs() < 1e-9, "{point:?}");
    assert!((point.longitude + 5.23).abs() < 1e-9, "{point:?}");
    let answer = door
        .page("GET", "/api/geocode.php?lat=1&lon=1")
        .send()
        .await
        .unwrap();
    assert_eq!(header(&answer, "cache-control"), "no-store");
}

#[tokio::test]
async fn what_is_no_place_is_refused_by_name() {
    let door = Door::open().await;
    for odd in [
        "",
        "a",
        "NaN",
        "nan",
        "inf",
        "-inf",
        "181",
        "-181",
        "1e9",
        "0x10",
        "5,2",
        "5 2",
        "<script>",
        "' or 1=1",
        "1%00",
        "1.00000000000000000000000000000001",
    ] {
        for (name, query) in [
            ("lat", format!("lat={odd}&lon=5.2")),
            ("lon", format!("lat=52.1&lon={odd}")),
        ] {
            let path = format!("/api/geocode.php?{query}");
            let (status, body) = read(door.page("GET", &path)).await;
            assert_eq!(status, 400, "{path}");
            assert_eq!(body["error"]["code"], "field_invalid", "{path}");
            assert_eq!(body["error"]["field"], name, "{path}");
        }
    }
    for query in [
        "",
        "lat=1",
        "lon=1",
        "lat=1&lat=2&lon=1",
        "lat=1&lon=1&lon=1",
        "lat[]=1&lon=1",
    ] {
        let path = format!("/api/geocode.php?{query}");
        let refused = refusal(door.page("GET", &path)).await;
        assert_eq!(refused, (400, "field_invalid".to_owned()), "{path}");
    }
    for query in [
        "",
        "country=",
        "country=NLD",
        "country=NL&country=BE",
        "country=N%00",
        "land=NL",
    ] {
        let path = format!("/api/regions.php?{query}");
        let refused = refusal(door.page("GET", &path)).await;
        assert_eq!(refused, (400, "field_invalid".to_owned()), "{path}");
    }
    for method in ["Geocode", "ListRegions"] {
        assert!(door.world.calls(method).is_empty(), "{method}");
    }
}

#[tokio::test]
async fn a_discount_code_says_what_it_is_worth() {
    let door = Door::open().await;
    door.world.people.furnish();
    let expected = json!({"discountcode": {
        "code": "TIMEBONUS25",
        "country": null,
        "user_id": ANNA,
        "expires": "2026-03-01T16:00:00Z",
        "value_percentage": 25,
        "percentage": 25,
        "currency": "EUR",
        "minimum_order_value": 999,
        "status": "active",
        "validity": "once",
        "expired": false,
        "paymentmethods": ["ideal"],
    }});
    for (query, code, welcome) in [
        ("code=TIMEBONUS25&utm=1", "TIMEBONUS25", false),
        ("welcome=true", "", true),
        ("welcome=false&code=TIMEBONUS25", "TIMEBONUS25", false),
    ] {
        let path = format!("/api/discountcode.php?{query}");
        let answer = door.anna("GET", &path).send().await.unwrap();
        assert_eq!(header(&answer, "cache-control"), "no-store");
        assert_eq!(answer.json::<Value>().await.unwrap(), expected, "{query}");
        let asked = door.world.calls("GetDiscountCode").pop().unwrap().message;
        let asked = GetDiscountCodeRequest::decode(asked).unwrap();
        assert_eq!((&*asked.code, asked.welcome), (code, welcome));
    }
    for query in ["code=OTHER", "code=timebonus25", "code=%3Cscript%3E"] {
        let path = format!("/api/discountcode.php?{query}");
        let (status, body) = read(door.anna("GET", &path)).await;
        assert_eq!(
            (status.as_u16(), body),
            (200, json!({"discountcode": null})),
            "{query}"
        );
    }
    *door.world.people.code.lock().unwrap() = None;
    let (_, body) = read(door.anna("GET", "/api/discountcode.php?welcome=true")).await;
    assert_eq!(body, json!({"discountcode": null}));
    let long = format!("code={}", "a".repeat(65));
    for query in [
        "",
        "code=",
        "welcome=false",
        "code=a&code=b",
        "welcome=truefalse",
        &long,
    ] {
        let path = format!("/api/discountcode.php?{query}");
        let refused = refusal(door.anna("GET", &path)).await;
        assert_eq!(refused, (400, "field_invalid".to_owned()), "{query}");
    }
}

#[tokio::test]
async fn codes_cannot_be_tried_one_after_the_other() {
    let door = Door::with("[gateway.limits]\ncode = 3", false).await;
    let guess = || refusal(door.anna("GET", "/api/discountcode.php?code=GUESS"));
    for _ in 0..3 {
        assert_eq!(guess().await.0, 200);
    }
    assert_eq!(guess().await, (429, "rate_limited".to_owned()));
    // The page asks for the welcome discount by itself.
    let (status, _) = read(door.anna("GET", "/api/discountcode.php?welcome=true")).await;
    assert_eq!(status, 200);
    assert_eq!(door.world.calls("GetDiscountCode").len(), 4);
}
