//! Nothing waits for ever.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::{io::AsyncReadExt, io::AsyncWriteExt, net::TcpStream};

use crate::browser::{Door, refusal};

#[tokio::test]
async fn a_peer_that_does_not_answer_is_given_up() {
    let door = Door::with("timeout_seconds = 1", false).await;
    let login = json!({"email": "slow@example.test", "password": "any"});
    let started = Instant::now();
    let answer = refusal(door.page("POST", "/api/user.php").json(&login)).await;
    assert_eq!(answer, (504, "timeout".to_owned()));
    assert!(started.elapsed() < Duration::from_millis(2_500));
}

#[tokio::test]
async fn a_body_that_does_not_arrive_is_given_up() {
    let door = Door::with("body_seconds = 1", false).await;
    let mut stream = TcpStream::connect(door.host.public()).await.unwrap();
    let head = "POST /api/user.php HTTP/1.1\r\nhost: vonk.test\r\nsec-fetch-site: same-origin\r\n\
        content-type: application/json\r\ncontent-length: 100\r\nconnection: close\r\n\r\n{";
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    tokio::time::timeout(Duration::from_secs(5), read)
        .await
        .expect("given up")
        .unwrap();
    let answer = String::from_utf8_lossy(&answer);
    assert!(
        answer.starts_with("HTTP/1.1 408") && answer.contains("body_too_slow"),
        "{answer}"
    );
}
