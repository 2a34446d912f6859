//! What a mail with news says, and whether there is still anything to tell.

use std::collections::HashMap;

use kit::MemberId;
use uuid::Uuid;

use crate::{
    directory::Seen,
    jobs::{
        send_mail::Failure,
        write_mail::{Draft, Writer, origin},
    },
    kind::Kind,
    preference::Type,
    store::{mail_jobs::Request, members, news},
};

impl Writer {
    /// Drafts news, as things are now: nothing is told that the member does not want to hear, has
    /// seen, or may not see, and nothing to an address that nobody has proven.
    pub(crate) async fn news(&self, request: &Request, wanted: Type) -> Result<Draft, Failure> {
        let about = request.about.ok_or(Failure::Obsolete)?;
        let others = self.unseen(request, wanted, about).await?;
        let receiver = self.directory.receiver(request.member, false).await?;
        let receiver = receiver.ok_or(Failure::Obsolete)?;
        let seen = self
            .directory
            .seen_by(request.member, request.site, others.iter().copied())
            .await?;
        let told = worth_telling(request.kind, &others, &seen);
        let (_, other) = told.first().ok_or(Failure::Obsolete)?;
        let site = self.directory.site(request.site).await?;
        let origin = origin(&site)?;
        Ok(Draft {
            links: request
                .kind
                .news_links(&origin, about)
                .ok_or(Failure::Obsolete)?,
            to: receiver.email,
            name: receiver.profile_name,
            language: receiver.language,
            site,
            origin,
            lasts: None,
            other: Some((*other).clone()),
            count: i64::try_from(told.len()).unwrap_or(i64::MAX),
            likers: match request.kind {
                Kind::Like => told.iter().map(|(member, _)| member.get()).collect(),
                _ => vec![],
            },
            receipt: None,
        })
    }

    /// Whom the news is about, as far as the member has not seen it.
    async fn unseen(
        &self,
        request: &Request,
        wanted: Type,
        about: Uuid,
    ) -> Result<Vec<MemberId>, Failure> {
        let read = async {
            let mut connection = self.db.pool().acquire().await?;
            if !members::wants_mail(&mut connection, request.member, wanted).await? {
                return Ok(vec![]);
            }
            match request.kind {
                Kind::Like => news::likers_to_mail(&mut connection, request.member).await,
                Kind::NewConversation | Kind::NewMessage => {
                    let writer = news::writer(&mut connection, request.member, about).await?;
                    Ok(writer.into_iter().collect())
                }
                _ => Ok(request.other.into_iter().collect()),
            }
        };
        let others = read
            .await
            .map_err(|_: sqlx::Error| Failure::later("database"))?;
        if others.is_empty() {
            return Err(Failure::Obsolete);
        }
        Ok(others)
    }
}

/// Those of `others` whom the member may be told of. A profile run by the company may answer, and
/// nothing else: it never acts first.
pub(crate) fn worth_telling<'a>(
    kind: Kind,
    others: &[MemberId],
    seen: &'a HashMap<MemberId, Seen>,
) -> Vec<(MemberId, &'a Seen)> {
    others
        .iter()
        .filter_map(|member| Some((*member, seen.get(member)?)))
        .filter(|(_, other)| !other.fictional || kind == Kind::NewMessage)
        .collect()
}
