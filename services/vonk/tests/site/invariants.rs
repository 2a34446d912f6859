//! `vonk check-invariants` sees each thing that may be wrong: the data are damaged by hand, one way after
//! the other, and put right again.

use std::collections::BTreeSet;

use proto::{
    chat::v1::{MarkReadRequest, MarkReadResponse},
    matching::v1::{BlockRequest, BlockResponse, SwipeRequest, SwipeResponse},
};
use sqlx::{Connection as _, Executor as _, PgConnection};
use vonk::member::Member;

use crate::{
    crowd::{members, new_id},
    running::Site,
};

/// What is said of it, where it is, and how it comes about.
type Damage = (&'static str, &'static str, &'static str);

/// One for each comparison. Triggers and foreign keys are off.
const DAMAGES: &[Damage] = &[
    (
        "bookings sum to zero in each unit",
        "billing",
        "update ledger_entries set amount = amount + 1 where account = 'revenue_message'",
    ),
    (
        "units sum to zero",
        "billing",
        "delete from ledger_entries where account = 'sales'",
    ),
    (
        "balances are the sum of their entries and not below zero",
        "billing",
        "update balances set balance = balance + 1 where account = 'paid'",
    ),
    (
        "members' bought credits are what is left of their lots",
        "billing",
        "update lots set remaining = remaining - 1",
    ),
    (
        "members' held credits are what their leases hold",
        "billing",
        "update leases set bonus = bonus + 1",
    ),
    (
        "entries of credits that somebody had",
        "billing",
        "update ledger_entries set account = 'unbacked', member_id = null where account = 'held_paid' and amount < 0",
    ),
    (
        "orders are credited once with their credits and money when paid, else not at all",
        "billing",
        "update orders set credits = credits + 1 where status = 'paid'",
    ),
    (
        "orders are credited once with their credits and money when paid, else not at all",
        "billing",
        "update orders set status = 'failed' where status = 'paid'",
    ),
    (
        "purchases in the ledger belong to an order",
        "billing",
        "update orders set provider_ref = 'lost ' || id",
    ),
    (
        "orders have a lot of their credits when paid, else none",
        "billing",
        "delete from lots",
    ),
    (
        "members have premium when money of theirs was kept, else not",
        "billing",
        "update members set premium_since = null",
    ),
    (
        "messages with a price are charged to their sender's lease",
        "billing",
        "delete from spends where message_id = (select max(message_id::text)::uuid from spends)",
    ),
    (
        "messages with a price are charged to their sender's lease",
        "billing",
        "update spends set credits = credits - 1",
    ),
    (
        "charges are for a message that exists",
        "chat",
        "delete from messages where price > 0",
    ),
    (
        "charges are booked",
        "billing",
        "update spends set settled_at = null",
    ),
    (
        "booked charges stand in the ledger once, with their credits",
        "billing",
        "delete from ledger_transactions where provider = 'chat'",
    ),
    (
        "bookings of messages have a charge",
        "billing",
        "delete from spends",
    ),
    (
        "open purses have spent what their messages cost",
        "chat",
        "update purses set spent = spent - 10",
    ),
    (
        "open purses are leases that billing has granted",
        "chat",
        "update purses set granted = granted + 10",
    ),
    ("open leases are in a purse", "chat", "delete from purses"),
    (
        "leases have spent what was charged to them",
        "billing",
        "update leases set spent_paid = spent_paid - 10 where spent_paid >= 10",
    ),
    (
        "closed leases hold nothing back",
        "billing",
        "update leases set closed_at = now()",
    ),
    (
        "conversations count 1, 2, 3 ... to their last message",
        "chat",
        "delete from messages where sequence = 1",
    ),
    (
        "messages belong to one of the two and come after the one before",
        "chat",
        "update messages set sent_at = sent_at - interval '1 hour' where sequence = 2",
    ),
    (
        "message ids are of one message each",
        "chat",
        "delete from message_ids where sequence = 1",
    ),
    (
        "conversations are of members of their site",
        "chat",
        "update members set site_id = member_id",
    ),
    (
        "sides of conversations have counted their unread messages",
        "chat",
        "update conversations set low_unread = high_sent, high_unread = low_sent",
    ),
    (
        "pairs are matches since one of two likes, when both like, and not otherwise",
        "matching",
        "alter table pairs drop constraint pairs_match_is_mutual; update pairs set matched_at = null",
    ),
    (
        "likes are between real members of one site who have not blocked each other",
        "matching",
        "insert into blocks (blocker_id, blocked_id, site_id, since, settled, touched_at)
      select low, high, site_id, now(), true, now() from pairs where matched_at is not null",
    ),
    (
        "members' likes in the swipe game are counted",
        "matching",
        "update swipe_days set likes = 0, day = day - 2",
    ),
    (
        "blocks and their lifting are settled",
        "matching",
        "update blocks set settled = false",
    ),
    (
        "blocks stand in chat",
        "chat",
        "update conversations set low_blocks = false, high_blocks = false",
    ),
    ("blocks stand in profiles", "profiles", "delete from blocks"),
    (
        "blocks in chat are matching's",
        "matching",
        "delete from blocks",
    ),
    (
        "blocks in profiles are matching's",
        "matching",
        "delete from blocks",
    ),
    (
        "accounts are known to profiles",
        "profiles",
        "update accounts set confirmed = not confirmed",
    ),
    (
        "accounts that profiles knows are there",
        "accounts",
        "delete from accounts",
    ),
    (
        "accounts are known to billing",
        "billing",
        "update members set deleted_at = now()",
    ),
    (
        "confirmed and deleted accounts are known to chat",
        "chat",
        "update members set confirmed = false",
    ),
    (
        "deleted accounts are known to notifications",
        "accounts",
        "update accounts set status = 'deleted', deleted_at = now(), erase_at = now()",
    ),
    (
        "messages that notifications takes for unread are",
        "chat",
        "update conversations set low_read = last_sequence, high_read = last_sequence, low_unread = 0, high_unread = 0",
    ),
    (
        "likes that notifications takes for new are",
        "matching",
        "update pairs set low_seen = true, high_seen = true",
    ),
    (
        "profiles of members have an account",
        "accounts",
        "delete from accounts",
    ),
    (
        "accounts have a profile",
        "profiles",
        "delete from profiles",
    ),
    (
        "profiles are known to matching as they are",
        "matching",
        "update members set revision = revision - 1",
    ),
    (
        "profiles are known to chat as they are",
        "chat",
        "update members set revision = revision - 1",
    ),
    (
        "members whom matching shows can be shown",
        "profiles",
        "update profiles set taken_down = true",
    ),
    (
        "members whom chat shows can be shown",
        "profiles",
        "update profiles set taken_down = true",
    ),
    (
        "members with premium have it in chat",
        "chat",
        "update members set premium = false",
    ),
    (
        "members with premium in chat have it",
        "chat",
        "update members set premium = true",
    ),
    (
        "members with premium have it in profiles",
        "profiles",
        "delete from premium_members",
    ),
    (
        "members with premium in profiles have it",
        "profiles",
        "insert into premium_members select member_id from profiles on conflict do nothing",
    ),
    (
        "codes that count once are held by one order of a member",
        "billing",
        "drop index discount_redemptions_once;
      insert into discount_redemptions (order_id, code_id, member_id, once, bound_at)
      select gen_random_uuid(), code_id, member_id, once, bound_at from discount_redemptions",
    ),
    (
        "orders with a code hold that code of their site, and it fits",
        "billing",
        "delete from discount_redemptions",
    ),
    (
        "orders that came to nothing have given their code back, others have not",
        "billing",
        "update discount_redemptions set released_at = now() + interval '1 hour'",
    ),
    (
        "mails and pushes that wait are for members who are there, or tell them of their deletion, a new address or money",
        "notifications",
        "insert into deleted_members select member_id, now() from mail_jobs on conflict do nothing;
      update mail_jobs set state = 'queued', finished_at = null",
    ),
];

const SERVICES: [&str; 7] = [
    "accounts",
    "settings",
    "notifications",
    "profiles",
    "matching",
    "chat",
    "billing",
];

const WAITS: &str = "insert into outbox (id, aggregatetype, aggregateid, type, payload, created_at)
    values (gen_random_uuid(), 'vonk.test.v1', 'key', 'Lost', '', now())";
const PARKED: &str =
    "insert into dead_letter (consumer, id, aggregatetype, aggregateid, type, payload,
                                               headers, reason, parked_at)
    values ('test', gen_random_uuid(), 'vonk.test.v1', 'key', 'Lost', '', '{}', 'test', now())";

/// A database to damage, and an untouched one to put in its place afterwards.
struct Patient {
    name: String,
}

impl Patient {
    async fn server() -> PgConnection {
        let server = format!("{}/postgres", kit::testing::database_server());
        PgConnection::connect(&server).await.unwrap()
    }

    async fn copy(from: &str, to: &str) {
        let mut server = Self::server().await;
        for statement in [
            format!("drop database if exists {to} with (force)"),
            format!("create database {to} template {from}"),
        ] {
            server
                .execute(sqlx::raw_sql(sqlx::AssertSqlSafe(statement)))
                .await
                .unwrap();
        }
    }

    async fn keep(&self) {
        Self::copy(&self.name, &format!("{}_kept", self.name)).await;
    }

    async fn heal(&self) {
        Self::copy(&format!("{}_kept", self.name), &self.name).await;
    }

    async fn damage(&self, sql: &'static str) {
        let url = format!("{}/{}", kit::testing::database_server(), self.name);
        let mut database = PgConnection::connect(&url).await.unwrap();
        database
            .execute("set session_replication_role = replica")
            .await
            .unwrap();
        database.execute(sqlx::raw_sql(sql)).await.unwrap();
        database.close().await.unwrap();
    }
}

/// What the comparisons with this verdict are about.
fn told(said: &str, verdict: &str) -> BTreeSet<String> {
    said.lines()
        .filter_map(|line| line.trim_start().strip_prefix(verdict))
        .filter_map(|rest| rest.trim_start().split_once("  "))
        .map(|(_, words)| words.to_owned())
        .collect()
}

/// A little of everything: free and paid messages, a discount, a match, a swipe, a block.
async fn live(people: &[Member]) {
    let [anna, bram, carla, dirk] = people else {
        panic!("four people")
    };
    let first = anna.send(&new_id(), &bram.id, "for free").await.unwrap();
    bram.send(&new_id(), &anna.id, "for free too")
        .await
        .unwrap();
    let order = proto::billing::v1::CreateOrderRequest {
        order_id: new_id(),
        package_id: "credits-600".to_owned(),
        method: "ideal".to_owned(),
        discount_code: "TIMEBONUS25".to_owned(),
        accept_immediate: true,
    };
    let method = "vonk.billing.v1.BillingService/CreateOrder";
    let placed: proto::billing::v1::CreateOrderResponse =
        anna.insist(method, &order).await.unwrap();
    anna.pay(&placed.checkout_url).await.unwrap();
    bram.buy(&new_id(), "credits-100").await.unwrap();
    // Until chat has heard of the premium, there are free messages left.
    let mut paid = 0;
    while paid < 3 {
        let sent = bram.send(&new_id(), &anna.id, "worth it").await.unwrap();
        paid += usize::from(sent.message.unwrap().price > 0);
    }
    let question = MarkReadRequest {
        conversation_id: first.message.unwrap().conversation_id,
        sequence: 3,
    };
    let _: MarkReadResponse = anna
        .insist("vonk.chat.v1.ChatService/MarkRead", &question)
        .await
        .unwrap();
    anna.like(&bram.id).await.unwrap();
    bram.like(&anna.id).await.unwrap();
    let question = SwipeRequest {
        member_id: dirk.id.clone(),
        like: true,
    };
    let _: SwipeResponse = carla
        .insist("vonk.matching.v1.MatchingService/Swipe", &question)
        .await
        .unwrap();
    let question = BlockRequest {
        member_id: carla.id.clone(),
    };
    let _: BlockResponse = bram
        .insist("vonk.matching.v1.MatchingService/Block", &question)
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn each_damage_is_seen_and_named() {
    let mut site = Site::together().await;
    let people = members(&site, 4).await;
    live(&people).await;
    let (holds, said) = site.check_invariants(60);
    assert!(holds, "{said}");
    let comparisons = told(&said, "ok");
    // Nobody heals or moves anything from here on.
    site.kill("vonk");

    let mut damages: Vec<(String, &str, &'static str)> = DAMAGES
        .iter()
        .map(|&(words, service, sql)| (words.to_owned(), service, sql))
        .collect();
    for service in SERVICES {
        damages.push((
            format!("events of {service} that waited have left"),
            service,
            WAITS,
        ));
        damages.push((
            format!("events that {service} could not take"),
            service,
            PARKED,
        ));
    }
    let covered: BTreeSet<String> = damages.iter().map(|(words, ..)| words.clone()).collect();
    assert_eq!(
        covered, comparisons,
        "each comparison is seen broken, and no other"
    );

    for service in SERVICES {
        let patient = Patient {
            name: site.database_name(service),
        };
        patient.keep().await;
        for (words, _, sql) in damages.iter().filter(|(_, where_, _)| *where_ == service) {
            patient.damage(sql).await;
            let (holds, said) = site.check_invariants(0);
            assert!(
                !holds && told(&said, "BROKEN").contains(words),
                "{sql}\n{said}"
            );
            patient.heal().await;
        }
    }
    let (holds, said) = site.check_invariants(0);
    assert!(holds, "{said}");
}
