//! Who types, as chat tells it: passed on to the one it concerns, and stored nowhere.

use std::{sync::Arc, time::Duration};

use kit::{Chance, Transport};
use proto::{
    chat::v1::{
        WatchTypingRequest, WatchTypingResponse,
        chat_gateway_service_client::ChatGatewayServiceClient,
    },
    live::v1::Typing,
};
use tonic::Status;

use super::hub::Hub;

/// Pause before asking chat again, at first and at most.
const FIRST: Duration = Duration::from_millis(200);
const LONGEST: Duration = Duration::from_secs(10);

/// Listens for as long as it is polled.
pub(crate) async fn listen(hub: Arc<Hub>, transport: Transport, chance: Chance) {
    let mut chat = ChatGatewayServiceClient::new(transport);
    let mut pause = FIRST;
    loop {
        let mut heard = false;
        let ended = hear(&hub, &mut chat, &mut heard).await;
        if heard {
            pause = FIRST;
        }
        if let Err(status) = ended {
            tracing::warn!(code = ?status.code(), "chat does not tell who types");
        }
        // Not all replicas at the same moment.
        tokio::time::sleep(pause.mul_f64(0.5 + chance.fraction())).await;
        pause = (pause * 2).min(LONGEST);
    }
}

async fn hear(
    hub: &Hub,
    chat: &mut ChatGatewayServiceClient<Transport>,
    heard: &mut bool,
) -> Result<(), Status> {
    let mut notices = chat.watch_typing(WatchTypingRequest {}).await?.into_inner();
    while let Some(notice) = notices.message().await? {
        *heard = true;
        pass_on(hub, notice);
    }
    Ok(())
}

fn pass_on(hub: &Hub, notice: WatchTypingResponse) {
    if let Ok(peer) = notice.peer_id.parse() {
        let typing = Typing {
            conversation_id: notice.conversation_id,
            member_id: notice.member_id,
        };
        hub.typing(peer, &typing);
    }
}
