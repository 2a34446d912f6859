//! A member at the site's door, who does what a browser does: asks, and asks again under the same ids
//! until there is an answer.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use prost::Message;
use proto::{
    accounts::v1::{ActivateRequest, ActivateResponse, SignUpRequest, SignUpResponse},
    billing::v1::{
        CreateOrderRequest, CreateOrderResponse, GetOrderRequest, GetOrderResponse,
        GetWalletRequest, GetWalletResponse, OrderStatus, Wallet,
    },
    chat::v1::{SendMessageRequest, SendMessageResponse, send_message_request::Content},
    matching::v1::{LikeRequest, LikeResponse},
};
use tonic::{Code, Status};

use crate::door::Door;

/// Between two tries.
const PAUSE: Duration = Duration::from_millis(50);
/// Tries until a payment that was made must have been noticed.
const LOOKS: usize = 600;

/// Somebody who has logged in.
#[derive(Clone, Debug)]
pub struct Member {
    /// With the session in its cookie jar.
    pub door: Door,
    /// UUID.
    pub id: String,
    /// Outside the site, where payments are made.
    bank: reqwest::Client,
}

impl Member {
    /// Signs up, confirms the address by the mailed link and logs in.
    pub async fn join(door: Door, person: &SignUpRequest) -> anyhow::Result<Self> {
        Self::sign_up(&door, person).await?;
        Self::confirm(&door, &person.email).await?;
        Self::log_in(door, person).await
    }

    /// Signs up, and does not follow the mailed link.
    pub async fn join_unconfirmed(door: Door, person: &SignUpRequest) -> anyhow::Result<Self> {
        Self::sign_up(&door, person).await?;
        Self::log_in(door, person).await
    }

    /// Logs in with the address and the password of a sign-up.
    pub async fn log_in(door: Door, person: &SignUpRequest) -> anyhow::Result<Self> {
        let answer = loop {
            match door.log_in(&person.email, &person.password).await {
                Ok(answer) if answer.status().is_server_error() => {}
                Ok(answer) => break answer,
                Err(_) => {}
            }
            tokio::time::sleep(PAUSE).await;
        };
        ensure!(answer.status() == 200, "login answered {}", answer.status());
        let body: serde_json::Value = answer.json().await?;
        let id = body["user"]["id"].as_str().context("login tells no id")?;
        Ok(Self {
            door,
            id: id.to_owned(),
            bank: reqwest::Client::builder()
                .timeout(Duration::from_secs(20))
                .redirect(reqwest::redirect::Policy::none())
                .build()?,
        })
    }

    async fn sign_up(door: &Door, person: &SignUpRequest) -> anyhow::Result<()> {
        let method = "vonk.accounts.v1.AccountsService/SignUp";
        let _: SignUpResponse = insist(door, method, person).await?;
        Ok(())
    }

    async fn confirm(door: &Door, email: &str) -> anyhow::Result<()> {
        let mail = door.mail(email, "activation").await?;
        let token = mail.token().context("the activation mail has no link")?;
        let method = "vonk.accounts.v1.AccountsService/Activate";
        let _: ActivateResponse = insist(door, method, &ActivateRequest { token }).await?;
        Ok(())
    }

    /// Calls until the site has given an answer, whatever became of the tries before.
    pub async fn insist<Q, A>(&self, method: &str, question: &Q) -> Result<A, Status>
    where
        Q: Message,
        A: Message + Default,
    {
        insist(&self.door, method, question).await
    }

    /// Sends a text under an id of this member's making.
    pub async fn send(
        &self,
        id: &str,
        to: &str,
        text: &str,
    ) -> Result<SendMessageResponse, Status> {
        let request = SendMessageRequest {
            message_id: id.to_owned(),
            member_id: to.to_owned(),
            content: Some(Content::Text(text.to_owned())),
        };
        self.insist("vonk.chat.v1.ChatService/SendMessage", &request)
            .await
    }

    /// Likes a member.
    pub async fn like(&self, whom: &str) -> Result<LikeResponse, Status> {
        let member_id = whom.to_owned();
        self.insist(
            "vonk.matching.v1.MatchingService/Like",
            &LikeRequest { member_id },
        )
        .await
    }

    /// Places an order under an id of this member's making.
    pub async fn order(&self, id: &str, package: &str) -> Result<CreateOrderResponse, Status> {
        let request = CreateOrderRequest {
            order_id: id.to_owned(),
            package_id: package.to_owned(),
            method: "ideal".to_owned(),
            discount_code: String::new(),
            accept_immediate: true,
        };
        self.insist("vonk.billing.v1.BillingService/CreateOrder", &request)
            .await
    }

    /// Pays on the page of the payment provider's sandbox.
    pub async fn pay(&self, checkout_url: &str) -> anyhow::Result<()> {
        for _ in 0..LOOKS {
            let pressed = self
                .bank
                .post(checkout_url)
                .header("content-type", "application/x-www-form-urlencoded")
                .body("outcome=paid")
                .send()
                .await;
            if pressed.is_ok_and(|answer| answer.status().is_redirection()) {
                return Ok(());
            }
            tokio::time::sleep(PAUSE).await;
        }
        anyhow::bail!("the bank is away")
    }

    /// Buys a package and waits until the credits are there.
    pub async fn buy(&self, order: &str, package: &str) -> anyhow::Result<u32> {
        let placed = self.order(order, package).await?;
        if !placed.checkout_url.is_empty() {
            self.pay(&placed.checkout_url).await?;
        }
        for _ in 0..LOOKS {
            let order_id = order.to_owned();
            let answer: GetOrderResponse = self
                .insist(
                    "vonk.billing.v1.BillingService/GetOrder",
                    &GetOrderRequest { order_id },
                )
                .await?;
            let order = answer.order.context("an order")?;
            if order.status() == OrderStatus::Paid {
                return Ok(order.credits);
            }
            tokio::time::sleep(PAUSE).await;
        }
        anyhow::bail!("order {order} is not paid")
    }

    /// What the member has, as billing knows.
    pub async fn wallet(&self) -> anyhow::Result<Wallet> {
        let answer: GetWalletResponse = self
            .insist(
                "vonk.billing.v1.BillingService/GetWallet",
                &GetWalletRequest {},
            )
            .await?;
        answer.wallet.context("a wallet")
    }
}

/// Asks until there is an answer. A failure that says nothing about the question is none.
async fn insist<Q, A>(door: &Door, method: &str, question: &Q) -> Result<A, Status>
where
    Q: Message,
    A: Message + Default,
{
    loop {
        match door.call(method, question).await {
            Ok(Err(status)) if is_passing(&status) => {}
            Ok(answer) => return answer,
            Err(_) => {}
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Whether the same question may well get another answer soon.
fn is_passing(status: &Status) -> bool {
    matches!(
        status.code(),
        Code::Unavailable | Code::DeadlineExceeded | Code::Internal | Code::Unknown | Code::Aborted
    )
}
