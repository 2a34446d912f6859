//! Who gets which answer: every call of a browser by six kinds of callers, as docs/decisions/access.md says.

mod questions;

use std::{collections::BTreeSet, path::Path};

use http::Method;
use proto::{
    accounts::v1::{ListSessionsRequest, ListSessionsResponse},
    chat::v1::AddPhotoRequest as AddChatPhoto,
    matching::v1::{BlockRequest, BlockResponse},
    profiles::v1::{
        AddPhotoRequest, AddPhotoResponse, UpdateProfileRequest, UpdateProfileResponse,
    },
};
use vonk::{door::Door, member::Member};

use crate::{
    crowd::{members, new_id, person},
    running::Site,
};
use questions::Question;

/// Who asks. Everything that is asked for is the first one's.
const CALLERS: [&str; 6] = [
    "owner",
    "other",
    "blocked",
    "unconfirmed",
    "elsewhere",
    "visitor",
];
/// What the owner wrote to somebody, and what only they may know of themselves.
const SECRETS: [&str; 2] = ["canary-of-a-message", "canary-of-an-address"];

/// The smallest picture there is: one white pixel.
const PNG: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3a, 0x7e, 0x9b,
    0x55, 0x00, 0x00, 0x00, 0x0a, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xf8, 0x0f, 0x00, 0x01,
    0x01, 0x01, 0x00, 0x1c, 0xb0, 0x8c, 0x99, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae,
    0x42, 0x60, 0x82,
];

/// What there is to ask about, all of it the owner's.
struct World {
    owner: String,
    session: String,
    conversation: String,
    message: String,
    order: String,
    photo: String,
    photo_path: String,
    chat_photo: String,
    chat_photo_path: String,
    callers: [Door; 6],
}

impl World {
    async fn make(site: &Site) -> Self {
        let mut person_of_secrets = person();
        person_of_secrets.email = format!("{}@example.test", SECRETS[1]);
        let owner = Member::join(site.door(), &person_of_secrets).await.unwrap();
        let people = members(site, 3).await;
        let [partner, other, blocked] = &people[..] else {
            panic!("three people")
        };
        crate::crowd::known(site, std::slice::from_ref(&owner)).await;
        let unconfirmed = Member::join_unconfirmed(site.door(), &person())
            .await
            .unwrap();
        let mut stranger = person();
        stranger.language = "en".to_owned();
        let elsewhere = Member::join(site.door_of("international.localhost"), &stranger)
            .await
            .unwrap();
        crate::crowd::known(site, std::slice::from_ref(&elsewhere)).await;

        let _: UpdateProfileResponse = owner
            .insist(
                "vonk.profiles.v1.ProfilesService/UpdateProfile",
                &UpdateProfileRequest {
                    about: Some("Walks by the sea.".to_owned()),
                    ..UpdateProfileRequest::default()
                },
            )
            .await
            .unwrap();
        let photo = new_id();
        let stored: AddPhotoResponse = owner
            .insist(
                "vonk.profiles.v1.ProfilesService/AddPhoto",
                &AddPhotoRequest {
                    photo_id: photo.clone(),
                    content: PNG.to_vec(),
                },
            )
            .await
            .unwrap();
        let order = new_id();
        owner.buy(&order, "credits-100").await.unwrap();
        let chat_photo = new_id();
        let _: proto::chat::v1::AddPhotoResponse = once_premium(
            &owner,
            "vonk.chat.v1.ChatService/AddPhoto",
            &AddChatPhoto {
                photo_id: chat_photo.clone(),
                content: PNG.to_vec(),
            },
        )
        .await;
        let message = new_id();
        let sent = owner.send(&message, &partner.id, SECRETS[0]).await.unwrap();
        let shown = send_photo(&owner, &partner.id, &chat_photo).await;
        // A conversation of the two before the block, and a like.
        blocked.send(&new_id(), &owner.id, "before").await.unwrap();
        blocked.like(&owner.id).await.unwrap();
        let _: BlockResponse = owner
            .insist(
                "vonk.matching.v1.MatchingService/Block",
                &BlockRequest {
                    member_id: blocked.id.clone(),
                },
            )
            .await
            .unwrap();
        let sessions: ListSessionsResponse = owner
            .insist(
                "vonk.accounts.v1.AccountsService/ListSessions",
                &ListSessionsRequest {},
            )
            .await
            .unwrap();
        Self {
            owner: owner.id.clone(),
            session: sessions.sessions[0].id.clone(),
            conversation: sent.message.unwrap().conversation_id,
            message,
            order,
            photo,
            photo_path: format!("/photos/{}", stored.photo.unwrap().filename),
            chat_photo,
            chat_photo_path: format!("/photos/{shown}"),
            callers: [
                owner.door,
                other.door.clone(),
                blocked.door.clone(),
                unconfirmed.door,
                elsewhere.door,
                site.door(),
            ],
        }
    }
}

/// Sends a photo; answers where it is to be had.
async fn send_photo(owner: &Member, to: &str, photo: &str) -> String {
    use proto::chat::v1::{
        SendMessageRequest, SendMessageResponse, message::Content, send_message_request,
    };
    let question = SendMessageRequest {
        message_id: new_id(),
        member_id: to.to_owned(),
        content: Some(send_message_request::Content::PhotoId(photo.to_owned())),
    };
    let method = "vonk.chat.v1.ChatService/SendMessage";
    let answer: SendMessageResponse = once_premium(owner, method, &question).await;
    match answer.message.unwrap().content {
        Some(Content::Photo(photo)) => photo.filename,
        _ => panic!("no photo"),
    }
}

/// Calls as soon as chat has heard that the caller has premium.
async fn once_premium<A: prost::Message + Default>(
    caller: &Member,
    method: &str,
    question: &impl prost::Message,
) -> A {
    for _ in 0..600 {
        match caller.insist(method, question).await {
            Ok(answer) => return answer,
            Err(status) => {
                let reason = kit::fault::reason(&status);
                assert_eq!(reason.as_deref(), Some("premium_needed"));
            }
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("premium did not reach chat");
}

/// A row of the page: a call, what is asked, and the answer to each caller.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    call: String,
    about: String,
    answers: Vec<String>,
}

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/decisions/access.md");
    std::fs::read_to_string(path).unwrap()
}

fn rows(page: &str) -> Vec<Row> {
    page.lines()
        .filter_map(|line| line.strip_prefix("| `"))
        .map(|line| {
            let (call, rest) = line.split_once("` |").unwrap();
            let mut cells = rest.trim_end_matches('|').split('|').map(str::trim);
            let about = cells.next().unwrap().to_owned();
            let answers: Vec<String> = cells.map(str::to_owned).collect();
            Row {
                call: call.to_owned(),
                about,
                answers,
            }
        })
        .collect()
}

/// The answer in a word, and the bytes it came as.
async fn answer(door: &Door, question: &Question) -> (String, Vec<u8>) {
    match question {
        Question::Rpc(method, message) => rpc(door, method, message).await,
        Question::Http(method, path, body) => http(door, method.clone(), path, body.as_ref()).await,
    }
}

async fn rpc(door: &Door, method: &str, message: &[u8]) -> (String, Vec<u8>) {
    let mut frame = vec![0];
    frame.extend(u32::try_from(message.len()).unwrap().to_be_bytes());
    frame.extend(message);
    let mut response = door
        .request(Method::POST, &format!("/rpc/{method}"))
        .header("content-type", "application/grpc-web+proto")
        .body(frame)
        .send()
        .await
        .unwrap();
    let mut trailers = response.headers().clone();
    let mut body = Vec::new();
    // A stream goes on; its first piece says whether it was opened.
    while let Some(piece) = response.chunk().await.unwrap() {
        body.extend_from_slice(&piece);
        if method.ends_with("/Watch") {
            break;
        }
    }
    let mut rest = &body[..];
    while let [kind, a, b, c, d, ..] = *rest {
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        if kind & 0x80 != 0 {
            for line in String::from_utf8_lossy(&rest[5..5 + length]).lines() {
                let (name, value) = line.split_once(':').unwrap();
                let name = http::HeaderName::from_bytes(name.trim().as_bytes()).unwrap();
                trailers.insert(name, value.trim().parse().unwrap());
            }
        }
        rest = &rest[5 + length..];
    }
    let word = match tonic::Status::from_header_map(&trailers) {
        Some(status) if status.code() != tonic::Code::Ok => kit::fault::reason(&status)
            .unwrap_or_else(|| format!("{} without a reason", status.code())),
        _ if response.status() == 200 => "ok".to_owned(),
        _ => response.status().as_u16().to_string(),
    };
    (word, body)
}

async fn http(
    door: &Door,
    method: Method,
    path: &str,
    body: Option<&serde_json::Value>,
) -> (String, Vec<u8>) {
    let mut request = door
        .request(method, path)
        .header("x-request-type", "client");
    if let Some(body) = body {
        request = request.json(body);
    }
    let response = request.send().await.unwrap();
    let status = response.status();
    let body = response.bytes().await.unwrap().to_vec();
    let told: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
    let word = match told["error"]["code"].as_str() {
        Some(code) => format!("{} {code}", status.as_u16()),
        None => status.as_u16().to_string(),
    };
    (word, body)
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_gets_the_answer_that_is_written_down() {
    let site = Site::together().await;
    let world = World::make(&site).await;
    let mut found = Vec::new();
    for row in rows(&page()) {
        let mut answers = Vec::new();
        for (caller, door) in CALLERS.iter().zip(&world.callers) {
            let question = questions::ask(&row.call, &row.about, &world);
            let (told, body) = answer(door, &question).await;
            answers.push(told);
            for secret in SECRETS {
                let leaks = body
                    .windows(secret.len())
                    .any(|part| part == secret.as_bytes());
                assert!(
                    !leaks || *caller == "owner",
                    "{} {} tells {caller} {secret}",
                    row.call,
                    row.about
                );
            }
        }
        found.push(Row { answers, ..row });
    }
    let wanted = rows(&page());
    let differ: Vec<String> = wanted
        .iter()
        .zip(&found)
        .filter(|(wanted, found)| wanted != found)
        .map(|(_, found)| {
            let answers = found.answers.join(" | ");
            format!("| `{}` | {} | {answers} |", found.call, found.about)
        })
        .collect();
    assert!(
        differ.is_empty(),
        "otherwise answered:\n{}",
        differ.join("\n")
    );
    let (holds, said) = site.check_invariants(30);
    assert!(holds, "{said}");
}

/// Calls of the gateway's allow-list, from the protos; and of the HTTP contract.
#[test]
fn no_call_is_missing_from_the_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let routes = read("gateway/src/peers.rs") + &read("gateway/src/routes.rs");
    let mut calls = BTreeSet::new();
    for service in std::fs::read_dir(root.join("proto/vonk")).unwrap() {
        let service = service.unwrap().file_name().into_string().unwrap();
        let package = format!("vonk.{service}.v1");
        let proto = read(&format!("proto/vonk/{service}/v1/{service}.proto"));
        let mut current = String::new();
        for line in proto.lines() {
            if let Some(rest) = line.strip_prefix("service ") {
                let name = rest.split_whitespace().next().unwrap();
                current = format!("{package}.{name}");
            } else if let Some(rest) = line.trim_start().strip_prefix("rpc ") {
                let is_public = routes.contains(&format!("\"{current}\""))
                    || routes.contains(&format!("/rpc/{current}/"));
                if is_public {
                    calls.insert(format!("{current}/{}", rest.split('(').next().unwrap()));
                }
            }
        }
    }
    let contract: serde_json::Value =
        serde_json::from_str(&read("docs/http.openapi.json")).unwrap();
    for (path, methods) in contract["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            calls.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    assert!(calls.len() > 50, "the protos were read: {calls:?}");
    let told: BTreeSet<String> = rows(&page()).into_iter().map(|row| row.call).collect();
    let missing: Vec<_> = calls.difference(&told).collect();
    assert!(
        missing.is_empty(),
        "not in docs/decisions/access.md: {missing:?}"
    );
    let headings = format!("| call | asked for | {} |", CALLERS.join(" | "));
    assert!(page().contains(&headings), "{headings}");
}

/// The bytes of a message.
fn bytes(message: &impl prost::Message) -> Vec<u8> {
    message.encode_to_vec()
}
