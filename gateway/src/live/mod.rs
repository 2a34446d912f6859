//! The live stream: what happens to a member while a page is open, as it happens.
//!
//! `hear` takes the services' events, `fetch` completes those that only name a message, `hub`
//! keeps what each member has to be told, and a `stream` reads it as fast as its browser does.
//! Why so: docs/decisions/live-stream.md.

mod fetch;
mod hear;
mod hub;
mod measure;
mod member;
mod relations;
mod revision;
mod ring;
mod stream;
mod typing;
pub(crate) mod watch;

use std::{sync::Arc, time::Duration};

use kit::{Chance, Host};

use self::{fetch::Chat, hub::Hub, relations::Matching, revision::Replica};
use crate::config;

/// How often members who went away are looked through.
const SWEEP: Duration = Duration::from_secs(10);

/// The live streams of this replica.
pub(crate) struct Live {
    hub: Arc<Hub>,
    chance: Chance,
}

impl Live {
    /// Listens to everything that is told live.
    pub(crate) fn start(host: &mut Host, config: &config::Live) -> Self {
        let chance = host.chance();
        let replica = Replica::named(chance.bytes());
        let (hub, members) = Hub::new(config.clone(), host.clock(), replica);
        hear::all(host, &hub);
        let blind = Arc::clone(&hub);
        host.watch_gaps(move || blind.miss_all());

        let chat = host.peer("chat");
        let telling = fetch::tell_what_comes(Arc::clone(&hub), Chat::new(chat.clone()), members);
        let comers = relations::hear(host, &hub);
        let matching = Matching::new(host.peer("matching"));
        let asked = (Chat::new(chat.clone()), matching);
        let relating = relations::tell(Arc::clone(&hub), asked, comers, chance.clone());
        let (stop, open) = (host.stopping(), Arc::clone(&hub));
        let process = host.process();
        // The server waits for its answers to end, and not for ever.
        let spread = Duration::from_secs(process.shutdown_delay_seconds)
            .min(Duration::from_secs(process.shutdown_grace_seconds) / 2);
        host.task("live streams", async move {
            tokio::select! {
                _ = futures::future::join(telling, relating) => {}
                () = stop.cancelled_owned() => open.part(spread).await,
            }
            Ok(())
        });
        let (stop, listening) = (
            host.stopping(),
            typing::listen(Arc::clone(&hub), chat, chance.clone()),
        );
        host.task("live typing", async move {
            tokio::select! {
                () = listening => {}
                () = stop.cancelled() => {}
            }
            Ok(())
        });
        let swept = Arc::clone(&hub);
        host.every("forget who went away", SWEEP, move || {
            swept.sweep();
            std::future::ready(Ok(()))
        });
        Self { hub, chance }
    }

    fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }

    fn chance(&self) -> &Chance {
        &self.chance
    }
}
