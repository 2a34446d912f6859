//! Profiles, matching, chat and billing as the test wants them.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
};

use axum::body::Bytes;
use kit::{Host, Service};
use prost::Message;
use prost_types::Timestamp;
use proto::{
    billing::v1::{
        DiscountCode, GetDiscountCodeRequest, GetDiscountCodeResponse, GetMemberWalletRequest,
        GetMemberWalletResponse, Money, ReceiveWebhookRequest, ReceiveWebhookResponse, Wallet,
    },
    chat::v1::{
        self as chat, Conversation, GetPurseRequest, GetPurseResponse, ListConversationsRequest,
        ListConversationsResponse, RemoveConversationRequest, RemoveConversationResponse,
    },
    matching::v1::{
        GetUnseenLikeRequest, GetUnseenLikeResponse, LikeLine, LikeResponse, ListLikesRequest,
        ListLikesResponse,
    },
    profiles::v1::{
        self as profiles, Card, City, GeocodeRequest, GeocodeResponse, GetCardsRequest,
        GetCardsResponse, GetPhotoFileResponse, Interest, ListInterestsResponse,
        ListRegionsRequest, ListRegionsResponse, Photo, ProfileKind, ProfileStatus, Region,
        TouchActivityResponse,
    },
};
use tonic::{Code, Status};

use crate::{
    fakes::{ANNA, Answer, Call, VONK, WORLD, World, fault, one},
    stage,
};

pub(crate) const BRAM: &str = "01890000-0000-7000-8000-0000000000a2";
pub(crate) const CEES: &str = "01890000-0000-7000-8000-0000000000a3";
/// Somebody whom nobody shows: gone, or with a block between.
pub(crate) const GONE: &str = "01890000-0000-7000-8000-0000000000a4";
pub(crate) const FICTION: &str = "01890000-0000-7000-8000-0000000000a5";

/// A conversation's id by the last two digits of its peer's.
pub(crate) fn conversation_id(peer: &str) -> String {
    format!(
        "01890000-0000-7000-8000-0000000000{}",
        peer[34..].replace('a', "d")
    )
}

/// What the services of members know.
pub(crate) struct People {
    /// By member; who is not here is not shown to anybody.
    pub(crate) cards: Mutex<HashMap<String, Card>>,
    pub(crate) wallet: Mutex<Wallet>,
    pub(crate) purse: Mutex<u32>,
    pub(crate) likes: Mutex<ListLikesResponse>,
    pub(crate) unseen_like: Mutex<String>,
    pub(crate) conversations: Mutex<Vec<Conversation>>,
    pub(crate) code: Mutex<Option<DiscountCode>>,
    /// Bytes by file and viewer; an empty viewer is a visitor.
    pub(crate) files: Mutex<HashMap<(String, String), Vec<u8>>>,
    /// Bytes of files that were fetched.
    pub(crate) bytes_read: AtomicUsize,
    /// Services that do not answer.
    pub(crate) away: Mutex<HashSet<&'static str>>,
}

pub(crate) fn card(id: &str, name: &str) -> Card {
    Card {
        member_id: id.to_owned(),
        name: name.to_owned(),
        kind: ProfileKind::Member.into(),
        age: 34,
        country: "NL".to_owned(),
        region: "Utrecht".to_owned(),
        city: "Zeist".to_owned(),
        main_photo: Some(photo(name)),
        status: ProfileStatus::Active.into(),
        online: true,
        distance_km: Some(12),
        gender: profiles::Gender::Man.into(),
    }
}

fn photo(name: &str) -> Photo {
    let file = |width| format!("ab/{name}-{width}.webp");
    Photo {
        id: String::new(),
        filename: file(1200),
        match_filename: file(480),
        thumb_filename: file(160),
        width: 1200,
        height: 900,
        blur_hash: "LEHV6nWB2yk8pyo0adR*.7kCMdnj".to_owned(),
    }
}

impl People {
    pub(crate) fn new() -> Self {
        let anna = Card {
            status: ProfileStatus::Disabled.into(),
            ..card(ANNA, "Anna")
        };
        let fiction = Card {
            kind: ProfileKind::Fictional.into(),
            main_photo: None,
            distance_km: None,
            ..card(FICTION, "Fien")
        };
        let cards = [anna, card(BRAM, "Bram"), card(CEES, "Cees"), fiction];
        let cards = cards.map(|card| (card.member_id.clone(), card));
        Self {
            cards: Mutex::new(HashMap::from(cards)),
            wallet: Mutex::new(Wallet {
                available: 40,
                leased: 50,
                paid_user: true,
                ..Wallet::default()
            }),
            purse: Mutex::new(35),
            likes: Mutex::default(),
            unseen_like: Mutex::default(),
            conversations: Mutex::default(),
            code: Mutex::default(),
            files: Mutex::default(),
            bytes_read: AtomicUsize::new(0),
            away: Mutex::default(),
        }
    }

    /// Gives Anna likes, conversations and a discount code.
    pub(crate) fn furnish(&self) {
        let like = |member: &str, at, is_new| LikeLine {
            member_id: member.to_owned(),
            made_at: Some(moment(at)),
            is_new,
            matched: member == BRAM,
        };
        *self.likes.lock().unwrap() = ListLikesResponse {
            given: vec![
                like(FICTION, 40, false),
                like(GONE, 30, false),
                like(BRAM, 20, false),
            ],
            received: vec![
                like(CEES, 50, true),
                like(GONE, 45, true),
                like(BRAM, 10, false),
            ],
        };
        CEES.clone_into(&mut self.unseen_like.lock().unwrap());
        let texts = [(BRAM, "Dag Anna"), (GONE, "Tot ziens"), (FICTION, "Hallo")];
        let conversations = texts.into_iter().zip(1..).map(|((peer, text), unread)| {
            let message = chat::Message {
                id: conversation_id(peer).replace("-8000-", "-8001-"),
                conversation_id: conversation_id(peer),
                sender_id: if peer == FICTION { ANNA } else { peer }.to_owned(),
                sequence: 9,
                sent_at: Some(moment(60)),
                price: 10,
                content: Some(chat::message::Content::Text(text.to_owned())),
            };
            Conversation {
                id: conversation_id(peer),
                peer_id: peer.to_owned(),
                last_sequence: 9,
                read_sequence: 8,
                peer_read_sequence: 9,
                unread,
                updated_at: Some(moment(60)),
                read_only: peer == GONE,
                last_message: Some(message),
                ..Conversation::default()
            }
        });
        *self.conversations.lock().unwrap() = conversations.collect();
        *self.code.lock().unwrap() = Some(DiscountCode {
            code: "TIMEBONUS25".to_owned(),
            member_id: ANNA.to_owned(),
            expires: Some(moment(14_400)),
            percentage: 25,
            currency: "EUR".to_owned(),
            minimum_order_value: Some(Money {
                minor: 999,
                currency: "EUR".to_owned(),
            }),
            status: "active".to_owned(),
            validity: "once".to_owned(),
            payment_methods: vec!["ideal".to_owned()],
            ..DiscountCode::default()
        });
    }

    /// Puts a file where this viewer may see it; an empty viewer is a visitor.
    pub(crate) fn put_file(&self, name: &str, viewer: &str, content: &[u8]) {
        let key = (name.to_owned(), viewer.to_owned());
        self.files.lock().unwrap().insert(key, content.to_vec());
    }

    /// Makes a service silent, or lets it speak again.
    pub(crate) fn set_away(&self, service: &'static str, away: bool) {
        let mut silent = self.away.lock().unwrap();
        if away {
            silent.insert(service);
        } else {
            silent.remove(service);
        }
    }
}

/// Seconds after noon of the first of March 2026.
fn moment(seconds: i64) -> Timestamp {
    Timestamp {
        seconds: 1_772_366_400 + seconds,
        nanos: 0,
    }
}

fn decoded<M: Message + Default>(message: Bytes) -> M {
    M::decode(message).unwrap()
}

impl World {
    /// What the services of members answer.
    pub(crate) fn people_answer(&self, call: &Call) -> Answer {
        let (_, path) = call.path.split_once("vonk.").unwrap_or_default();
        let (service, rest) = path.split_once('.').unwrap_or_default();
        if self.people.away.lock().unwrap().contains(service) {
            return Err(fault(Code::Unavailable, "database"));
        }
        let message = call.message.clone();
        let (server, method) = rest.split_once('/').unwrap_or_default();
        match server {
            "v1.ProfilesService" => self.profiles(call, method, message),
            "v1.MatchingService" => {
                call.caller.member()?;
                one(LikeResponse { matched: false })
            }
            "v1.ChatService" => self.chat(call, method, message),
            "v1.ProfilesInternalService"
            | "v1.PhotoFilesService"
            | "v1.MatchingInternalService"
            | "v1.ChatInternalService"
            | "v1.ChatGatewayService"
            | "v1.BillingInternalService" => {
                call.caller.only_service(&["gateway"])?;
                self.people_internal(call, message)
            }
            _ => Err(Status::unimplemented("not played")),
        }
    }

    #[expect(clippy::unused_self, reason = "reads like its siblings")]
    fn profiles(&self, call: &Call, method: &str, message: Bytes) -> Answer {
        let site = call.caller.visitor_site()?;
        match method {
            "ListInterests" => {
                let interest = Interest {
                    id: 7,
                    slug: "cycling".to_owned(),
                    name: format!("cycling in {} on {site}", call.caller.locale),
                };
                let interests = vec![interest];
                one(ListInterestsResponse { interests })
            }
            "ListRegions" => match &*decoded::<ListRegionsRequest>(message).country {
                "NL" => {
                    let region = Region {
                        id: 3,
                        name: "Utrecht".to_owned(),
                    };
                    let regions = vec![region];
                    one(ListRegionsResponse { regions })
                }
                _ => Err(fault(Code::InvalidArgument, "country_unknown")),
            },
            "Search" => one(profiles::SearchResponse::default()),
            "AddPhoto" => {
                call.caller.member()?;
                let sent: profiles::AddPhotoRequest = decoded(message);
                let photo = Photo {
                    id: sent.photo_id,
                    width: u32::try_from(sent.content.len()).unwrap(),
                    ..Photo::default()
                };
                let photo = Some(photo);
                one(profiles::AddPhotoResponse { photo })
            }
            _ => Err(Status::unimplemented("not played")),
        }
    }

    #[expect(clippy::unused_self, reason = "reads like its siblings")]
    fn chat(&self, call: &Call, method: &str, message: Bytes) -> Answer {
        call.caller.member()?;
        match method {
            "SendMessage" => one(chat::SendMessageResponse::default()),
            "AddPhoto" => {
                let sent: chat::AddPhotoRequest = decoded(message);
                let photo = chat::ChatPhoto {
                    id: sent.photo_id,
                    width: u32::try_from(sent.content.len()).unwrap(),
                    ..chat::ChatPhoto::default()
                };
                let photo = Some(photo);
                one(chat::AddPhotoResponse { photo })
            }
            _ => Err(Status::unimplemented("not played")),
        }
    }

    fn people_internal(&self, call: &Call, message: Bytes) -> Answer {
        let people = &self.people;
        let (_, method) = call.path.rsplit_once('/').unwrap_or_default();
        match method {
            "GetCards" => {
                let asked: GetCardsRequest = decoded(message);
                assert_eq!((&*asked.site_id, &*asked.viewer_id), (VONK, ANNA));
                if asked.member_ids.len() > 500 {
                    return Err(fault(Code::InvalidArgument, "too_many_ids"));
                }
                let known = people.cards.lock().unwrap();
                let cards = asked.member_ids.iter();
                let cards = cards.filter_map(|id| known.get(id).cloned()).collect();
                one(GetCardsResponse { cards })
            }
            "TouchActivity" => one(TouchActivityResponse {}),
            "Geocode" => {
                let point = decoded::<GeocodeRequest>(message).point.unwrap();
                if point.latitude.abs() > 90.0 || point.longitude.abs() > 180.0 {
                    return Err(fault(Code::InvalidArgument, "place_unknown"));
                }
                let city = City {
                    id: 1,
                    name: "Zeist".to_owned(),
                    region: "Utrecht".to_owned(),
                    country: "NL".to_owned(),
                };
                one(GeocodeResponse { city: Some(city) })
            }
            "GetPhotoFile" => {
                let (viewer, name, only_whether) = if call.path.contains("chat") {
                    let asked: chat::GetPhotoFileRequest = decoded(message);
                    (asked.viewer_id, asked.filename, asked.only_whether)
                } else {
                    let asked: profiles::GetPhotoFileRequest = decoded(message);
                    assert_eq!(asked.site_id, VONK);
                    (asked.viewer_id, asked.filename, asked.only_whether)
                };
                let files = people.files.lock().unwrap();
                let content = files.get(&(name, viewer)).cloned();
                let mut content = content.ok_or_else(|| fault(Code::NotFound, "photo_unknown"))?;
                if only_whether {
                    content.clear();
                }
                people.bytes_read.fetch_add(content.len(), SeqCst);
                one(GetPhotoFileResponse {
                    content,
                    content_type: "image/webp".to_owned(),
                })
            }
            "ListLikes" => {
                assert_eq!(decoded::<ListLikesRequest>(message).member_id, ANNA);
                one(people.likes.lock().unwrap().clone())
            }
            "GetUnseenLike" => {
                assert_eq!(decoded::<GetUnseenLikeRequest>(message).member_id, ANNA);
                let member_id = people.unseen_like.lock().unwrap().clone();
                one(GetUnseenLikeResponse { member_id })
            }
            "ListConversations" => {
                assert_eq!(decoded::<ListConversationsRequest>(message).member_id, ANNA);
                let conversations = people.conversations.lock().unwrap().clone();
                one(ListConversationsResponse { conversations })
            }
            "RemoveConversation" => {
                let asked: RemoveConversationRequest = decoded(message);
                assert_eq!(asked.member_id, ANNA);
                let mut conversations = people.conversations.lock().unwrap();
                let before = conversations.len();
                conversations.retain(|of| of.id != asked.conversation_id);
                if conversations.len() == before {
                    return Err(fault(Code::NotFound, "conversation_unknown"));
                }
                one(RemoveConversationResponse {})
            }
            "GetPurse" => {
                assert_eq!(decoded::<GetPurseRequest>(message).member_id, ANNA);
                let unspent = *people.purse.lock().unwrap();
                one(GetPurseResponse { unspent })
            }
            "GetMemberWallet" => {
                assert_eq!(decoded::<GetMemberWalletRequest>(message).member_id, ANNA);
                let wallet = Some(people.wallet.lock().unwrap().clone());
                one(GetMemberWalletResponse { wallet })
            }
            "GetDiscountCode" => {
                let asked: GetDiscountCodeRequest = decoded(message);
                assert_eq!((&*asked.site_id, &*asked.member_id), (VONK, ANNA));
                let code = people.code.lock().unwrap().clone();
                let code = code.filter(|code| asked.welcome || code.code == asked.code);
                one(GetDiscountCodeResponse { code })
            }
            "ReceiveWebhook" => {
                decoded::<ReceiveWebhookRequest>(message);
                one(ReceiveWebhookResponse {})
            }
            _ => Err(Status::unimplemented("not played")),
        }
    }
}

macro_rules! played {
    ($($service:ident = $name:literal: $($server:ident),+;)+) => {
        $(
            pub(crate) struct $service;

            impl Service for $service {
                const NAME: &'static str = $name;

                async fn mount(host: &mut Host) -> anyhow::Result<()> {
                    let world = WORLD.get();
                    $(host.grpc(stage::$server(Arc::clone(&world)));)+
                    Ok(())
                }
            }
        )+
    };
}

played! {
    Profiles = "profiles": ProfilesPublic, ProfilesInternal, PhotoFiles;
    Matching = "matching": MatchingPublic, MatchingInternal;
    Chat = "chat": ChatPublic, ChatInternal, ChatGateway;
    Billing = "billing": BillingPublic, BillingInternal;
}
