//! What a message costs, beside a bare SQL transaction that writes the same rows.
//!
//! `cargo bench -p chat`. The floor writes what a paid message writes, in one statement and one
//! commit, without a rule and without looking at anything; `send` is the service's own call,
//! token, gRPC and all, in one process.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    missing_docs,
    reason = "the floor is no part of the service; a bench without its database fails; criterion's macros write no documentation"
)]

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use chat::Chat;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use futures::{StreamExt as _, stream};
use kit::{Caller, Db, Host, MemberId, Service, SessionId, SiteId, Transport, testing::TestHost};
use proto::{
    accounts::v1::AccountActivated,
    billing::v1::PremiumGranted,
    chat::v1::{
        SendMessageRequest, chat_service_client::ChatServiceClient, send_message_request::Content,
    },
    profiles::v1::ProfileChanged,
};
use tokio::runtime::Runtime;
use uuid::Uuid;

const SITE: SiteId = SiteId::new(Uuid::from_u128(1));
/// Messages in one measurement.
const MESSAGES: u64 = 400;

/// Prices for the one site; a site without a price for texts measures the free message.
struct Prices<const TEXT: u32>;

mod settings {
    use proto::settings::v1 as wire;
    use tonic::{Request, Response, Status};
    use wire::settings_internal_service_server::SettingsInternalService;

    fn nobody_asks<T>() -> Result<Response<T>, Status> {
        Err(Status::unimplemented("chat does not ask this"))
    }

    #[tonic::async_trait]
    impl<const TEXT: u32> SettingsInternalService for super::Prices<TEXT> {
        async fn get_site(
            &self,
            request: Request<wire::GetSiteRequest>,
        ) -> Result<Response<wire::GetSiteResponse>, Status> {
            let site = wire::Site {
                id: request.into_inner().site_id,
                message_credits: TEXT,
                message_length: 1000,
                ..wire::Site::default()
            };
            Ok(Response::new(wire::GetSiteResponse { site: Some(site) }))
        }
        async fn get_site_by_domain(
            &self,
            _: Request<wire::GetSiteByDomainRequest>,
        ) -> Result<Response<wire::GetSiteByDomainResponse>, Status> {
            nobody_asks()
        }
        async fn list_sites(
            &self,
            _: Request<wire::ListSitesRequest>,
        ) -> Result<Response<wire::ListSitesResponse>, Status> {
            nobody_asks()
        }
        async fn get_company(
            &self,
            _: Request<wire::GetCompanyRequest>,
        ) -> Result<Response<wire::GetCompanyResponse>, Status> {
            nobody_asks()
        }
        async fn put_site(
            &self,
            _: Request<wire::PutSiteRequest>,
        ) -> Result<Response<wire::PutSiteResponse>, Status> {
            nobody_asks()
        }
        async fn put_company(
            &self,
            _: Request<wire::PutCompanyRequest>,
        ) -> Result<Response<wire::PutCompanyResponse>, Status> {
            nobody_asks()
        }
        async fn put_page(
            &self,
            _: Request<wire::PutPageRequest>,
        ) -> Result<Response<wire::PutPageResponse>, Status> {
            nobody_asks()
        }
        async fn list_site_versions(
            &self,
            _: Request<wire::ListSiteVersionsRequest>,
        ) -> Result<Response<wire::ListSiteVersionsResponse>, Status> {
            nobody_asks()
        }
    }
}

impl<const TEXT: u32> Service for Prices<TEXT> {
    const NAME: &'static str = "settings";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        use proto::settings::v1::settings_internal_service_server::SettingsInternalServiceServer;
        host.grpc(SettingsInternalServiceServer::new(Self));
        Ok(())
    }
}

/// Never asked: purses are filled before the clock runs.
struct NoBilling;

impl Service for NoBilling {
    const NAME: &'static str = "billing";

    async fn mount(_: &mut Host) -> anyhow::Result<()> {
        Ok(())
    }
}

/// A member and how they reach the service.
#[derive(Clone)]
struct Writer {
    chat: ChatServiceClient<Transport>,
    me: MemberId,
    peer: MemberId,
}

fn new_id() -> Uuid {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let low = u128::from(NEXT.fetch_add(1, Ordering::Relaxed));
    Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0000 + low)
}

/// A running service and as many pairs as write at once; each has credits for ever.
async fn stage<const TEXT: u32>(pairs: usize) -> (TestHost, Arc<Vec<Writer>>) {
    let settings = "database_connections = 32\n[chat]\nlow_purse_messages = 0";
    let host = TestHost::with(settings, async |host| {
        host.mount::<Chat>().await?;
        host.mount::<Prices<TEXT>>().await?;
        host.mount::<NoBilling>().await
    })
    .await;
    let mut writers = Vec::new();
    for _ in 0..pairs {
        let (me, peer) = (MemberId::new(new_id()), MemberId::new(new_id()));
        join(&host, me).await;
        join(&host, peer).await;
        sqlx::query(
            "
            insert into purses (member_id, lease_id, site_id, state, granted, used_at)
            values ($1, $2, $3, 'open', 2000000000, now())
            ",
        )
        .bind(me.get())
        .bind(new_id())
        .bind(SITE.get())
        .execute(host.db("chat").pool())
        .await
        .unwrap();
        let caller = Caller {
            site: Some(SITE),
            member: Some(me),
            session: Some(SessionId::new(Uuid::nil())),
            ..Caller::default()
        };
        writers.push(Writer {
            chat: ChatServiceClient::new(host.caller("chat", &caller)),
            me,
            peer,
        });
    }
    host.settle().await;
    (host, Arc::new(writers))
}

async fn join(host: &TestHost, member: MemberId) {
    let (member_id, site_id) = (member.to_string(), SITE.to_string());
    let mut tx = host.db("chat").begin().await.unwrap();
    tx.emit(&ProfileChanged {
        member_id: member_id.clone(),
        site_id: site_id.clone(),
        revision: 1,
        kind: "member".to_owned(),
        active: true,
        ..ProfileChanged::default()
    })
    .await
    .unwrap();
    tx.emit(&AccountActivated {
        member_id: member_id.clone(),
        site_id: site_id.clone(),
    })
    .await
    .unwrap();
    tx.emit(&PremiumGranted { member_id, site_id })
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

/// The service's own call, all pairs at once.
async fn send(writers: &[Writer]) -> Duration {
    let started = Instant::now();
    let each = MESSAGES / writers.len() as u64;
    stream::iter(writers)
        .for_each_concurrent(None, |writer| async move {
            for _ in 0..each {
                let request = SendMessageRequest {
                    message_id: new_id().to_string(),
                    member_id: writer.peer.to_string(),
                    content: Some(Content::Text("See you at eight?".to_owned())),
                };
                writer.chat.clone().send_message(request).await.unwrap();
            }
        })
        .await;
    started.elapsed()
}

/// The same rows and the same number of commits, without the service.
async fn write_rows(db: &Db, writers: &[Writer]) -> Duration {
    let started = Instant::now();
    let each = MESSAGES / writers.len() as u64;
    stream::iter(writers)
        .for_each_concurrent(None, |writer| async move {
            for _ in 0..each {
                sqlx::query(
                    "
                    with conversation as (
                        insert into conversations (conversation_id, low, high, site_id, last_sequence,
                                                   updated_at, low_sent)
                        values ($1, least($2, $3), greatest($2, $3), $4, 1, now(), 1)
                        on conflict (conversation_id) do update
                        set    last_sequence = conversations.last_sequence + 1,
                               low_sent = conversations.low_sent + 1,
                               high_unread = 0, updated_at = now()
                        returning last_sequence
                    ),
                    purse as (
                        update purses set spent = spent + 10, used_at = now()
                        where  member_id = $2
                        returning lease_id
                    ),
                    id as (
                        insert into message_ids (message_id, conversation_id, sequence)
                        select $5, $1, last_sequence from conversation
                    ),
                    message as (
                        insert into messages (conversation_id, sequence, message_id, sender_id,
                                              sent_at, text, price, lease_id)
                        select $1, last_sequence, $5, $2, now(), 'See you at eight?', 10, lease_id
                        from   conversation, purse
                    )
                    insert into outbox (id, aggregatetype, aggregateid, type, payload, created_at)
                    values ($5, 'vonk.bench.v1', $1::text, 'Bench', decode('0a0161', 'hex'), now())
                    ",
                )
                .bind(writer.me.get()) // a conversation of its own for each writer
                .bind(writer.me.get())
                .bind(writer.peer.get())
                .bind(SITE.get())
                .bind(new_id())
                .execute(db.pool())
                .await
                .unwrap();
            }
        })
        .await;
    started.elapsed()
}

fn measure(criterion: &mut Criterion) {
    let runtime = Runtime::new().unwrap();
    let mut group = criterion.benchmark_group("message");
    group.throughput(Throughput::Elements(MESSAGES));
    group.sample_size(10);
    group.measurement_time(Duration::from_secs(10));
    for pairs in [1, 8, 32] {
        let (paid, buyers) = runtime.block_on(stage::<10>(pairs));
        let (free, others) = runtime.block_on(stage::<0>(pairs));
        let db = paid.db("chat");
        group.bench_function(format!("bare rows, {pairs} pairs"), |bencher| {
            bencher.to_async(&runtime).iter_custom(|rounds| {
                let (db, writers) = (db.clone(), Arc::clone(&buyers));
                async move {
                    let mut spent = Duration::ZERO;
                    for _ in 0..rounds {
                        spent += write_rows(&db, &writers).await;
                    }
                    spent
                }
            });
        });
        for (name, writers) in [("free", others), ("paid", buyers)] {
            group.bench_function(format!("{name} send, {pairs} pairs"), |bencher| {
                bencher.to_async(&runtime).iter_custom(|rounds| {
                    let writers = Arc::clone(&writers);
                    async move {
                        let mut spent = Duration::ZERO;
                        for _ in 0..rounds {
                            spent += send(&writers).await;
                        }
                        spent
                    }
                });
            });
        }
        let _inside = runtime.enter();
        drop((paid, free));
    }
    group.finish();
}

criterion_group!(benches, measure);
criterion_main!(benches);
