//! Photos on their way in: larger and slower than other calls, and of members only.

use std::time::Duration;

use futures::StreamExt as _;
use prost::Message;
use proto::{accounts::v1::Account, chat::v1 as chat, profiles::v1 as profiles};
use reqwest::RequestBuilder;
use tonic::Code;

use crate::{
    browser::{Door, WebAnswer, web_answer},
    fakes::{ANNAS_TOKEN, VONK, anna},
    people::BRAM,
};

const PROFILE: &str = "/rpc/vonk.profiles.v1.ProfilesService/AddPhoto";
const CHAT: &str = "/rpc/vonk.chat.v1.ChatService/AddPhoto";
/// Longest wait for what must come.
const SOON: Duration = Duration::from_secs(20);
const MEGABYTE: usize = 1024 * 1024;
const LARGEST: usize = 11 * MEGABYTE;

/// Alike in both services.
fn message(content: Vec<u8>) -> Vec<u8> {
    let photo_id = "01890000-0000-7000-8000-0000000000f1".to_owned();
    profiles::AddPhotoRequest { photo_id, content }.encode_to_vec()
}

fn upload(door: &Door, path: &str, message: &[u8]) -> RequestBuilder {
    door.rpc(path, message)
        .header("cookie", format!("auth.session={ANNAS_TOKEN}"))
}

/// Content that repeats at no round distance, so that a lost or doubled piece shows.
fn picture(bytes: usize) -> Vec<u8> {
    (0..bytes)
        .map(|at| u8::try_from(at % 251).unwrap())
        .collect()
}

#[tokio::test]
async fn ten_megabytes_arrive_whole() {
    let door = Door::open().await;
    // One byte more is the service's to refuse, in its own words.
    for bytes in [10 * MEGABYTE, 10 * MEGABYTE + 1] {
        let content = picture(bytes);
        let sent = message(content);
        for path in [PROFILE, CHAT] {
            let answer = web_answer(upload(&door, path, &sent).send().await.unwrap()).await;
            assert_eq!(answer.status.code(), Code::Ok, "{path}");
            let width = if path == PROFILE {
                profiles::AddPhotoResponse::decode(&answer.messages[0][..])
                    .map(|answer| answer.photo.unwrap().width)
            } else {
                chat::AddPhotoResponse::decode(&answer.messages[0][..])
                    .map(|answer| answer.photo.unwrap().width)
            };
            assert_eq!(width.unwrap() as usize, bytes);
            let arrived = door.world.calls("AddPhoto").pop().unwrap().message;
            assert!(arrived == sent, "{path}: other bytes arrived");
        }
    }
}

#[tokio::test]
async fn a_byte_beyond_the_limit_is_too_much() {
    let door = Door::open().await;
    let frame = LARGEST - 5 - message(Vec::new()).len() - 5;
    for path in [PROFILE, CHAT] {
        let fits = message(picture(frame));
        assert_eq!(fits.len() + 5, LARGEST);
        let answer = web_answer(upload(&door, path, &fits).send().await.unwrap()).await;
        assert_eq!(answer.status.code(), Code::Ok, "{path}");
        let reached = door.world.calls("AddPhoto").len();
        let more = message(picture(frame + 1));
        // The refusal may come before all was sent.
        if let Ok(answer) = upload(&door, path, &more).send().await {
            assert_eq!(answer.status(), 413, "{path}");
        }
        assert_eq!(door.world.calls("AddPhoto").len(), reached, "{path}");
    }
}

#[tokio::test]
async fn a_visitor_is_turned_away_before_the_first_byte() {
    let door = Door::open().await;
    for path in [PROFILE, CHAT] {
        let answer = web_answer(door.rpc(path, &message(picture(9))).send().await.unwrap()).await;
        assert_eq!(answer.status.code(), Code::PermissionDenied);
        assert_eq!(
            kit::fault::reason(&answer.status).as_deref(),
            Some("not_logged_in")
        );
    }
    assert!(door.world.calls("AddPhoto").is_empty());
}

#[tokio::test]
async fn a_photo_may_take_longer_than_other_calls() {
    let settings = "body_seconds = 1\ntimeout_seconds = 1\nupload_seconds = 20";
    let door = Door::with(settings, false).await;
    let slowly = |path: &str| {
        let framed = crate::stage::framed(&message(picture(3)));
        let (first, last) = framed.split_at(4);
        let pieces = [first.to_vec(), last.to_vec()];
        let pieces = futures::stream::unfold(pieces.into_iter(), |mut rest| async {
            let piece = rest.next()?;
            tokio::time::sleep(Duration::from_millis(700)).await;
            Some((Ok::<_, std::convert::Infallible>(piece), rest))
        });
        upload(&door, path, &[]).body(reqwest::Body::wrap_stream(pieces))
    };
    let answer = web_answer(slowly(PROFILE).send().await.unwrap()).await;
    assert_eq!(answer.status.code(), Code::Ok);
    let other = slowly("/rpc/vonk.chat.v1.ChatService/SendMessage")
        .send()
        .await
        .unwrap();
    assert!(
        [408, 504].contains(&other.status().as_u16()),
        "{}",
        other.status()
    );
}

#[tokio::test]
async fn photos_wait_for_their_turn_and_are_then_told_so() {
    let door = Door::with("uploads_at_once = 0", false).await;
    let answer = upload(&door, PROFILE, &message(picture(3)))
        .send()
        .await
        .unwrap();
    let answer = web_answer(answer).await;
    assert_eq!(answer.status.code(), Code::ResourceExhausted);
    assert_eq!(kit::fault::reason(&answer.status).as_deref(), Some("busy"));
    assert!(door.world.calls("AddPhoto").is_empty());
}

/// A photo that begins to come and then does not go on.
fn stuck(door: &Door) -> RequestBuilder {
    let begun = futures::stream::iter([Ok::<_, std::convert::Infallible>(vec![0])]);
    let begun = begun.chain(futures::stream::pending());
    upload(door, PROFILE, &[]).body(reqwest::Body::wrap_stream(begun))
}

async fn answered(request: RequestBuilder) -> WebAnswer {
    web_answer(request.send().await.unwrap()).await
}

#[tokio::test]
async fn one_member_does_not_take_everybodys_turns() {
    let door = Door::with("uploads_at_once = 3\nuploads_per_member = 2", false).await;
    let bram = Account {
        id: BRAM.to_owned(),
        ..anna()
    };
    let key = (VONK.to_owned(), "bram-token_1".to_owned());
    door.world.sessions.lock().unwrap().insert(key, bram);
    let three = [(); 3].map(|()| Box::pin(answered(stuck(&door))));
    // Two hold their turns; which one is told that there is none, nobody knows.
    let refused = tokio::time::timeout(SOON, futures::future::select_all(three));
    let (refused, _, still) = refused.await.expect("one is refused");
    assert_eq!(kit::fault::reason(&refused.status).as_deref(), Some("busy"));
    let brams = door
        .rpc(PROFILE, &message(picture(3)))
        .header("cookie", "auth.session=bram-token_1");
    let turn = tokio::time::timeout(SOON, answered(brams)).await;
    assert_eq!(turn.expect("a turn").status.code(), Code::Ok);
    drop(still);
}

#[tokio::test]
async fn a_photo_that_stops_coming_is_given_up_long_before_its_time() {
    let door = Door::with("upload_seconds = 60\nupload_quiet_seconds = 1", false).await;
    let given_up = tokio::time::timeout(SOON, stuck(&door).send());
    let answer = given_up.await.expect("not waited for").unwrap();
    assert_eq!(answer.status(), 408);
    assert!(door.world.calls("AddPhoto").is_empty());
}
