//! A member's live stream, as a browser holds it open.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use prost::Message as _;
use proto::live::v1::{WatchRequest, WatchResponse, watch_response::What};
use tokio::{sync::mpsc, task::JoinSet};
use vonk::member::Member;

const WATCH: &str = "/rpc/vonk.live.v1.LiveService/Watch";
/// Longer than any run.
const OPEN: Duration = Duration::from_hours(2);

/// Ids of the messages that arrive. The stream ends when this goes.
pub(crate) struct Arrivals {
    ids: mpsc::UnboundedReceiver<String>,
    _reader: JoinSet<()>,
}

impl Arrivals {
    /// Waits for one message; what else came before is passed by.
    pub(crate) async fn wait_for(&mut self, id: &str) -> anyhow::Result<()> {
        let arrived = async {
            while let Some(arrived) = self.ids.recv().await {
                if arrived == id {
                    return Ok(());
                }
            }
            anyhow::bail!("the live stream ended")
        };
        tokio::time::timeout(Duration::from_secs(10), arrived)
            .await
            .context("a message did not arrive on the live stream within ten seconds")?
    }
}

/// Opens the stream; what happens from now on arrives.
pub(crate) async fn watch(member: &Member) -> anyhow::Result<Arrivals> {
    let question = WatchRequest::default().encode_to_vec();
    let mut frame = vec![0];
    frame.extend(u32::try_from(question.len())?.to_be_bytes());
    frame.extend(question);
    let mut answer = member
        .door
        .request(http::Method::POST, WATCH)
        .header("content-type", "application/grpc-web+proto")
        .timeout(OPEN)
        .body(frame)
        .send()
        .await?
        .error_for_status()?;
    let mut frames = Frames::default();
    // The first one says that the stream stands.
    let first = loop {
        if let Some(first) = frames.next()? {
            break first;
        }
        let piece = answer.chunk().await?.context("the live stream ended")?;
        frames.0.extend_from_slice(&piece);
    };
    ensure!(
        matches!(first.what, Some(What::Started(_))),
        "a live stream begins with Started"
    );
    let (sender, ids) = mpsc::unbounded_channel();
    let mut reader = JoinSet::new();
    reader.spawn(async move {
        while let Ok(Some(piece)) = answer.chunk().await {
            frames.0.extend_from_slice(&piece);
            while let Ok(Some(update)) = frames.next() {
                if let Some(What::MessageSent(sent)) = update.what
                    && let Some(message) = sent.message
                    && sender.send(message.id).is_err()
                {
                    return;
                }
            }
        }
    });
    Ok(Arrivals {
        ids,
        _reader: reader,
    })
}

/// Bytes that have come and are not read yet.
#[derive(Default)]
struct Frames(Vec<u8>);

impl Frames {
    fn next(&mut self) -> anyhow::Result<Option<WatchResponse>> {
        let [kind, a, b, c, d, ..] = self.0[..] else {
            return Ok(None);
        };
        let end = 5 + u32::from_be_bytes([a, b, c, d]) as usize;
        if self.0.len() < end {
            return Ok(None);
        }
        let rest = self.0.split_off(end);
        let frame = std::mem::replace(&mut self.0, rest);
        ensure!(
            kind & 0x80 == 0,
            "the live stream ended: {}",
            String::from_utf8_lossy(&frame[5..])
        );
        Ok(Some(WatchResponse::decode(&frame[5..])?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proto::live::v1::Alive;

    #[test]
    fn frames_are_read_however_they_are_cut() {
        let update = WatchResponse {
            revision: "7".to_owned(),
            what: Some(What::Alive(Alive {})),
        };
        let body = update.encode_to_vec();
        let mut wire = vec![0];
        wire.extend(u32::try_from(body.len()).unwrap().to_be_bytes());
        wire.extend(&body);
        let twice = [wire.clone(), wire].concat();
        let mut frames = Frames::default();
        let mut read = Vec::new();
        for byte in twice {
            frames.0.push(byte);
            read.extend(frames.next().unwrap());
        }
        assert_eq!(read, [update.clone(), update]);
    }
}
