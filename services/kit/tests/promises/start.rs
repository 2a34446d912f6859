//! A process that is set up wrongly does not start, and says why.

use kit::{Db, Envelope, Handler, Host, Trouble, Tx, testing::Stage};
use proto::accounts::v1::LanguageChanged;

use crate::{
    desk::Visitor,
    probe::{Bus, Teller, Writer, count, pair},
};

async fn refusal(
    settings: &str,
    assemble: impl AsyncFnOnce(&mut Host) -> anyhow::Result<()>,
) -> String {
    let outcome = Stage::new().host(settings, assemble).await;
    format!("{:#}", outcome.map(drop).expect_err("refused"))
}

#[tokio::test]
async fn a_peer_without_an_address_is_named() {
    let error = refusal("", async |host| {
        host.mount::<Visitor>().await?;
        host.peer("desk");
        Ok(())
    })
    .await;
    assert!(error.contains("peers.desk"), "{error}");
    assert!(error.contains("VONK__PEERS__DESK"), "{error}");
}

#[tokio::test]
async fn a_service_mounts_once() {
    let error = refusal("", async |host| {
        host.mount::<Visitor>().await?;
        host.mount::<Visitor>().await
    })
    .await;
    assert!(error.contains("visitor is mounted twice"), "{error}");
}

#[tokio::test]
async fn a_pending_migration_refuses_the_start_unless_asked_to_migrate() {
    let stage = Stage::new();
    let teller = async |host: &mut Host| host.mount::<Teller>().await;
    let missing = stage.host("migrate = false", teller).await;
    let missing = format!("{:#}", missing.map(drop).expect_err("no database"));
    assert!(missing.contains("teller cannot start"), "{missing}");

    let first = stage.host("migrate = true", teller).await.expect("start");
    first.stop().await;
    let again = stage.host("migrate = false", teller).await.expect("start");
    let db: Db = again.db("teller");
    for (table, version) in [("_sqlx_migrations", 1), ("_kit_migrations", 1)] {
        let statement = format!("update {table} set version = 999 where version = {version}");
        sqlx::query(sqlx::AssertSqlSafe(statement))
            .execute(db.pool())
            .await
            .expect("update");
        let pending = stage.host("migrate = false", teller).await;
        let pending = format!("{:#}", pending.map(drop).expect_err("pending"));
        assert!(pending.contains("migration 1 is pending"), "{pending}");
        let statement = format!("update {table} set version = {version} where version = 999");
        sqlx::query(sqlx::AssertSqlSafe(statement))
            .execute(db.pool())
            .await
            .expect("update");
    }
    stage.host("migrate = false", teller).await.expect("start");
    assert_eq!(count(&db, "_sqlx_migrations").await, 1);
}

#[tokio::test]
async fn a_topic_that_is_not_there_is_named() {
    if !Bus::Kafka.is_here() {
        return;
    }
    let settings = format!("{}kafka_prefix = \"nobody_made_\"", Bus::Kafka.settings());
    let error = refusal(&settings, async |host| pair(host, Writer::willing()).await).await;
    assert!(error.contains("nobody_made_vonk.accounts.v1"), "{error}");
}

#[tokio::test]
async fn two_handlers_of_one_name_would_hide_events_from_each_other() {
    mod other {
        pub(super) struct Writer;
    }
    impl Handler for other::Writer {
        type Event = LanguageChanged;

        async fn handle(
            &self,
            _: &mut Tx,
            _: LanguageChanged,
            _: &Envelope,
        ) -> Result<(), Trouble> {
            Ok(())
        }
    }
    let error = refusal("", async |host| {
        pair(host, Writer::willing()).await?;
        let db = host.database(&crate::probe::MIGRATOR).await?;
        host.hear(&db, other::Writer);
        Ok(())
    })
    .await;
    assert!(error.contains("scribe.Writer"), "{error}");
}
