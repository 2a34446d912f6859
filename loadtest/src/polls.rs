//! What every open page asks again and again, beside a server that has its answer ready.

use std::time::Duration;

use anyhow::ensure;
use axum::{Json, Router, routing::get};
use vonk::member::Member;

use crate::{
    measure::{Work, closed},
    stage::Stage,
    table::Table,
};

const POLLS: [&str; 3] = ["/api/user.php", "/api/chats.php", "/api/likes.php"];
/// Members who ask at the same time.
const AT_ONCE: usize = 32;

/// Each of the three polls at 32 connections.
pub(crate) async fn measure(
    stage: &Stage,
    lasting: Duration,
    table: &mut Table,
) -> anyhow::Result<()> {
    let members: Vec<&Member> = stage
        .people
        .iter()
        .take(AT_ONCE)
        .map(|person| &person.member)
        .collect();
    for path in POLLS {
        let sample = poll(members[0], path).await?;
        let bare = Ready::serve(&sample).await?;
        let limit = closed(bare.work()?, lasting).await?;
        let measured = closed(work(&members, path), lasting).await?;
        table.add(
            (&format!("`GET {path}`"), "32 members, closed loop"),
            &measured,
            ("bare axum, the same answer", &limit),
        );
    }
    Ok(())
}

async fn poll(member: &Member, path: &str) -> anyhow::Result<serde_json::Value> {
    let answer = member
        .door
        .request(http::Method::GET, path)
        .header("x-request-type", "client")
        .send()
        .await?
        .error_for_status()?;
    Ok(answer.json().await?)
}

fn work(members: &[&Member], path: &'static str) -> Vec<Work> {
    let one = |member: &&Member| -> Work {
        let member = Member::clone(member);
        Box::new(move || {
            let member = member.clone();
            Box::pin(async move {
                poll(&member, path).await?;
                Ok(())
            })
        })
    };
    members.iter().map(one).collect()
}

/// A server in this process that says the same to everybody.
struct Ready {
    url: String,
    task: tokio::task::JoinSet<std::io::Result<()>>,
}

impl Ready {
    async fn serve(answer: &serde_json::Value) -> anyhow::Result<Self> {
        ensure!(answer.is_object(), "a poll answers an object");
        let answer = answer.clone();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}/", listener.local_addr()?);
        let routes = Router::new().route("/", get(async move || Json(answer.clone())));
        let mut task = tokio::task::JoinSet::new();
        task.spawn(async move { axum::serve(listener, routes).await });
        Ok(Self { url, task })
    }

    fn work(&self) -> anyhow::Result<Vec<Work>> {
        anyhow::ensure!(!self.task.is_empty(), "the server is gone");
        let one = |_| -> anyhow::Result<Work> {
            let http = reqwest::Client::new();
            let url = self.url.clone();
            Ok(Box::new(move || {
                let (http, url) = (http.clone(), url.clone());
                Box::pin(async move {
                    let answer = http.get(url).send().await?.error_for_status()?;
                    let _: serde_json::Value = answer.json().await?;
                    Ok(())
                })
            }))
        };
        (0..AT_ONCE).map(one).collect()
    }
}
