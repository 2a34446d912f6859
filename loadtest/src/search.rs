//! Searching among everybody: the first page with its exact total, a late page, and the total alone.

use std::{sync::Arc, time::Duration};

use anyhow::{Context as _, ensure};
use proto::profiles::v1::{SearchRequest, SearchResponse};
use vonk::member::Member;

use crate::{
    bare::Bare,
    measure::{Work, closed},
    stage::Stage,
    table::Table,
};

const SEARCH: &str = "vonk.profiles.v1.ProfilesService/Search";
/// Pages before the late one.
const DEEP: usize = 50;
/// Members who search at the same time.
const AT_ONCE: [usize; 2] = [1, 8];

/// Page 1, page 51 and the count, by one and by eight members.
pub(crate) async fn measure(
    stage: &Stage,
    lasting: Duration,
    table: &mut Table,
) -> anyhow::Result<()> {
    let members: Vec<Member> = stage
        .people
        .iter()
        .take(8)
        .map(|person| person.member.clone())
        .collect();
    let first = questions();
    let deep = deepen(&members[0], &first).await?;
    let count: Vec<SearchRequest> = first
        .iter()
        .map(|question| SearchRequest {
            page_size: 1,
            ..question.clone()
        })
        .collect();
    let total = ask(&members[0], &SearchRequest::default()).await?.total;
    let pool = stage.database("profiles", 8).await?;
    for at_once in AT_ONCE {
        let mut askers = Vec::new();
        for _ in 0..at_once {
            askers.push(Bare::asker(&pool).await?);
        }
        let limit = closed(askers, lasting / 2).await?;
        for (name, questions) in [
            ("search, page 1 with its exact total", &first),
            ("search, page 51 with its exact total", &deep),
            ("search, exact total and one card", &count),
        ] {
            let measured = closed(work(&members[..at_once], questions), lasting / 2).await?;
            let load = format!("{at_once} at once, {total} fit the widest");
            table.add((name, &load), &measured, ("`select 1`", &limit));
        }
    }
    Ok(())
}

/// Ages wide and narrow, with and without a photo.
fn questions() -> Vec<SearchRequest> {
    let mut questions = Vec::new();
    for from in [18, 21, 25, 29, 34, 40, 47, 55] {
        for (years, with_photo) in [(9, false), (9, true), (80, false), (25, true)] {
            questions.push(SearchRequest {
                min_age: from,
                max_age: (from + years).min(99),
                with_photo,
                page_size: 24,
                ..SearchRequest::default()
            });
        }
    }
    questions
}

async fn ask(member: &Member, question: &SearchRequest) -> anyhow::Result<SearchResponse> {
    let answer: SearchResponse = member.insist(SEARCH, question).await?;
    Ok(answer)
}

/// The questions for page 51 of those that have one.
async fn deepen(
    member: &Member,
    questions: &[SearchRequest],
) -> anyhow::Result<Vec<SearchRequest>> {
    let mut deep = Vec::new();
    'questions: for question in questions {
        let mut question = question.clone();
        for _ in 0..DEEP {
            let page = ask(member, &question).await?;
            if page.next_cursor.is_empty() {
                continue 'questions;
            }
            question.cursor = page.next_cursor;
        }
        deep.push(question);
    }
    ensure!(!deep.is_empty(), "nobody has 51 pages of results");
    Ok(deep)
}

fn work(members: &[Member], questions: &[SearchRequest]) -> Vec<Work> {
    let questions = Arc::new(questions.to_vec());
    let one = |(number, member): (usize, &Member)| -> Work {
        let (member, questions) = (member.clone(), Arc::clone(&questions));
        let mut next = number;
        Box::new(move || {
            let (member, questions) = (member.clone(), Arc::clone(&questions));
            next += 1;
            let number = next % questions.len();
            Box::pin(async move {
                let found = ask(&member, &questions[number]).await?;
                found.cards.first().context("somebody is found")?;
                Ok(())
            })
        })
    };
    members.iter().enumerate().map(one).collect()
}
