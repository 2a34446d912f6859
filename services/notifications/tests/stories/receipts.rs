//! Receipts of what was paid, withdrawn from and paid back.

use std::time::Duration;

use kit::{MemberId, testing::TestHost};
use mail_parser::{Message, MessageParser};
use prost::Message as _;
use proto::{
    Event as _,
    accounts::v1::{AccountDeleted, AccountErased},
    billing::v1::OrderPaid,
    notifications::v1::{
        MailSent, NotificationType, SetPreferenceRequest,
        notifications_service_client::NotificationsServiceClient,
    },
};
use uuid::Uuid;

use crate::{
    disabled, host,
    support::{
        SITE, becomes, eventually,
        fakes::{address, is_erased, is_unreachable, joins, speaks},
        fresh,
        money::{buys, order, purchase, refund, withdrawal},
        sink::{self, Sink, Taken, Verdict},
        tell,
    },
};

/// What an address has got, as soon as there are so many mails.
async fn arrived(sink: &Sink, count: usize) -> Vec<Taken> {
    eventually(&format!("{count} mails"), async || {
        let taken = sink.taken();
        (taken.len() == count).then_some(taken)
    })
    .await
}

fn read(taken: &Taken) -> Message<'_> {
    let parser = MessageParser::default();
    parser.parse(taken.message.as_bytes()).unwrap()
}

/// Plain text with ordinary spaces and line ends.
fn text(taken: &Taken) -> String {
    let text = read(taken).body_text(0).unwrap().into_owned();
    text.replace(['\u{a0}', '\u{202f}'], " ")
        .replace("\r\n", "\n")
}

fn holds(text: &str, lines: &[&str]) {
    for line in lines {
        assert!(text.contains(line), "{line} is missing in {text}");
    }
}

/// The mail job of a kind that a member has.
async fn job(host: &TestHost, member: MemberId, kind: &str) -> Uuid {
    eventually("a mail is queued", async || {
        sqlx::query_scalar!(
            "select request_id from mail_jobs where member_id = $1 and kind = $2",
            member.get(),
            kind,
        )
        .fetch_optional(host.db("notifications").pool())
        .await
        .unwrap()
    })
    .await
}

#[tokio::test]
async fn who_pays_gets_a_receipt_that_says_all_the_law_asks_for() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let anna = joins("Anna", "nl");
    let paid = buys(&host, anna).await;
    let taken = arrived(&sink, 1).await.remove(0);
    assert_eq!(taken.to, address(anna));
    let mail = read(&taken);
    assert_eq!(mail.subject(), Some("Je bon van Team V"));
    assert!(mail.header_raw("List-Unsubscribe").is_none());
    let text = text(&taken);
    let number = paid.order_id.as_str();
    holds(
        &text,
        &[
            "Hoi Anna,",
            &format!("Bestelnummer: {number}\n"),
            "Wat: 100 credits\n",
            "Kortingscode: TIMEBONUS25\n",
            "Totaal, inclusief btw: € 7,49\n",
            "waarvan btw (21%): € 1,30\n",
            "Betaald met: iDEAL\n",
            "Besteld: 2 maart 2026 om 12:56:07 (CET, UTC+1)\n",
            "Betaald: 2 maart 2026 om 12:58:07 (CET, UTC+1)\n",
            "Verkoper: Vonk Online B.V., Keizersgracht 1, Amsterdam, NL\n",
            "Handelsregister: 12345678\n",
            "Btw-nummer: NL000000000B01\n",
            "“Ik wil mijn credits meteen.",
            "voor de andere houd ik het 14 dagen.”",
            "herroepen tot 16 maart 2026 om 23:59:59 (CET, UTC+1), zonder een reden",
            &format!("http://localhost:8080/transactions/{number}\n"),
            "http://localhost:8080/terms\n",
            "hulp@vonk.example",
        ],
    );
    assert!(
        !text.contains("/notifications"),
        "nobody chooses not to hear of it"
    );
    let html = mail.body_html(0).unwrap();
    let html = html.replace('\u{a0}', " ");
    holds(
        &html,
        &[
            number,
            "€ 7,49</td>",
            "waarvan btw (21%)</th>",
            "lang=\"nl\"",
        ],
    );

    becomes(&host, job(&host, anna, "purchase").await, "sent", None).await;
    host.settle().await;
    let sent = host.events::<MailSent>();
    assert_eq!((sent.len(), &*sent[0].kind), (1, "purchase"));
}

#[tokio::test]
async fn who_withdraws_gets_the_receipt_at_once_and_a_mail_when_the_money_leaves() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let anna = joins("Anna", "en");
    let declared = withdrawal(&purchase(anna));
    tell(&host, &declared).await;
    let receipt = text(&arrived(&sink, 1).await[0]);
    let number = declared.order_id.as_str();
    holds(
        &receipt,
        &[
            "Withdrawal received: 2 March 2026, 13:58:07 (CET, UTC+1)\n",
            "What: 100 credits\n",
            "Unused credits: 40\n",
            "You get back: €3.00\n",
            "of which VAT (21%): €0.52\n",
            "Paid back by: iDEAL\n",
            &format!(
                "“I withdraw from the contract about my purchase with order number {number}, "
            ),
            "paid on 2 March 2026, 12:58:07 (CET, UTC+1).”",
            "within 14 days of your declaration",
        ],
    );
    host.clock.advance(Duration::from_hours(24));
    tell(&host, &refund(&declared)).await;
    let taken = arrived(&sink, 2).await;
    assert_eq!(
        read(&taken[1]).subject(),
        Some("Your money is on its way from Team V")
    );
    let sent = text(&taken[1]);
    holds(
        &sent,
        &[
            &format!("Order number: {number}\n"),
            "You get back: €3.00\n",
            "Sent: 2 March 2026, 14:58:07 (CET, UTC+1)\n",
        ],
    );
}

#[tokio::test]
async fn who_had_used_everything_gets_the_receipt_too() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let mut declared = withdrawal(&purchase(joins("Anna", "en")));
    (declared.unused_credits, declared.amount_minor, declared.vat) = (0, 0, None);
    tell(&host, &declared).await;
    let receipt = text(&arrived(&sink, 1).await[0]);
    let none = [
        "Unused credits: 0\n",
        "You get back: €0.00\n",
        "so nothing is paid back.",
    ];
    holds(&receipt, &none);
    assert!(!receipt.contains("VAT (") && !receipt.contains("within 14 days"));
}

#[tokio::test]
async fn a_payment_that_is_told_twice_is_one_receipt() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let paid = purchase(joins("Anna", "nl"));
    let (event, payload) = (fresh(), paid.encode_to_vec());
    for time in 1..=2 {
        sqlx::query!(
            "
            insert into outbox (id, aggregatetype, aggregateid, type, payload, created_at)
            values ($1, $2, $3, $4, $5, now())
            ",
            event,
            OrderPaid::topic(),
            paid.key(),
            OrderPaid::kind(),
            payload,
        )
        .execute(host.db("accounts").pool())
        .await
        .unwrap();
        host.settle().await;
        assert_eq!(host.events::<OrderPaid>().len(), time, "it was told again");
        becomes(&host, event, "sent", None).await;
        // As long ago as that nobody remembers having heard it.
        sqlx::query!("delete from inbox where event_id = $1", event)
            .execute(host.db("notifications").pool())
            .await
            .unwrap();
    }
    let next = buys(&host, joins("Bram", "nl")).await;
    let taken = arrived(&sink, 2).await;
    assert!(text(&taken[0]).contains(&paid.order_id));
    assert!(text(&taken[1]).contains(&next.order_id));
}

#[tokio::test]
async fn a_receipt_goes_also_when_mail_is_switched_off_and_to_an_unproven_address() {
    let sink = Sink::open();
    sink.answer([Verdict::RefuseReceiver("550 5.1.1")]);
    let host = host(&sink.settings()).await;
    let anna = joins("Anna", "nl");
    is_unreachable(anna);
    for kind in 1..=8 {
        NotificationsServiceClient::new(host.member("notifications", SITE, anna))
            .set_preference(SetPreferenceRequest {
                r#type: NotificationType::try_from(kind).unwrap().into(),
                enabled: false,
            })
            .await
            .unwrap();
    }
    let bounced = withdrawal(&buys(&host, anna).await);
    eventually("the address bounces", async || {
        (disabled(&host, anna).await.contains(&"bounce".to_owned())).then_some(())
    })
    .await;
    tell(&host, &bounced).await;
    let taken = arrived(&sink, 1).await;
    assert_eq!(
        read(&taken[0]).subject(),
        Some("We hebben je herroeping bij Team V ontvangen")
    );
}

#[tokio::test]
async fn a_receipt_is_written_in_the_language_of_its_sending() {
    let address = Sink::nowhere();
    let host = host(&sink::settings(address)).await;
    let anna = joins("Anna", "nl");
    buys(&host, anna).await;
    let waiting = job(&host, anna, "purchase").await;
    becomes(&host, waiting, "queued", Some("connection")).await;
    speaks(anna, "pl");
    let sink = Sink::on(address);
    host.clock.advance(Duration::from_secs(7));
    let taken = arrived(&sink, 1).await;
    let polish = [
        "Razem, z VAT: 7,49 €\n",
        "Co: 100 kredytów\n",
        "2 marca 2026, 12:58:07",
    ];
    holds(&text(&taken[0]), &polish);
}

#[tokio::test]
async fn a_deleted_member_gets_receipts_and_an_erased_one_none() {
    let address = Sink::nowhere();
    let host = host(&sink::settings(address)).await;
    let (leaves, erased) = (joins("Anna", "nl"), joins("Bram", "nl"));
    let waiting = buys(&host, leaves).await;
    let receipt = job(&host, leaves, "purchase").await;
    becomes(&host, receipt, "queued", Some("connection")).await;
    for member in [leaves, erased] {
        let deleted = AccountDeleted {
            member_id: member.to_string(),
            site_id: SITE.to_string(),
            erase_at: None,
        };
        tell(&host, &deleted).await;
    }
    let told = AccountErased {
        member_id: erased.to_string(),
        site_id: SITE.to_string(),
    };
    tell(&host, &told).await;
    is_erased(erased);
    let sink = Sink::on(address);
    tell(&host, &refund(&withdrawal(&purchase(erased)))).await;
    let refused = job(&host, erased, "refund").await;
    becomes(&host, refused, "cancelled", Some("obsolete")).await;
    tell(&host, &withdrawal(&waiting)).await;
    host.clock.advance(Duration::from_secs(7));
    let taken = arrived(&sink, 2).await;
    assert!(
        taken
            .iter()
            .all(|mail| text(mail).contains(&waiting.order_id))
    );
}

#[tokio::test]
async fn of_an_erased_members_receipts_nothing_is_left() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let anna = joins("Anna", "nl");
    let paid = buys(&host, anna).await;
    assert!(text(&arrived(&sink, 1).await[0]).contains(&order(&paid).to_string()));
    let erased = AccountErased {
        member_id: anna.to_string(),
        site_id: SITE.to_string(),
    };
    tell(&host, &erased).await;
    let left = sqlx::query_scalar!("select count(*) from mail_jobs where told is not null")
        .fetch_one(host.db("notifications").pool())
        .await
        .unwrap();
    assert_eq!(left, Some(0));
}

#[tokio::test]
async fn payments_of_before_there_were_receipts_are_not_mailed() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let old = OrderPaid {
        paid_at: None,
        vat: None,
        method: String::new(),
        accepted_at: None,
        withdraw_until: None,
        ..purchase(joins("Anna", "nl"))
    };
    tell(&host, &old).await;
    let broken = OrderPaid {
        order_id: "no order".to_owned(),
        ..purchase(joins("Bram", "nl"))
    };
    tell(&host, &broken).await;
    let paid = buys(&host, joins("Cas", "nl")).await;
    assert!(text(&arrived(&sink, 1).await[0]).contains(&paid.order_id));
    let parked = sqlx::query_scalar!("select count(*) from dead_letter")
        .fetch_one(host.db("notifications").pool())
        .await
        .unwrap();
    assert_eq!(parked, Some(1), "a person looks at what cannot be read");
}
