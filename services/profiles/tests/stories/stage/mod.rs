//! The whole service on a real database, with its peers faked.
#![expect(
    clippy::unwrap_used,
    reason = "a stage that cannot be set fails its test"
)]

mod fakes;

use std::time::Duration;

use kit::{Caller, Chance, MemberId, SiteId, Transport, testing::TestHost};
use proto::{
    Event,
    accounts::v1::{
        AccountActivated, AccountCreated, AccountStatus, Gender as AccountGender,
        GetSignUpDataResponse,
    },
    billing::v1::{PremiumGranted, PremiumRevoked},
    profiles::v1::{
        photo_files_service_client::PhotoFilesServiceClient,
        profiles_internal_service_client::ProfilesInternalServiceClient,
        profiles_operator_service_client::ProfilesOperatorServiceClient,
        profiles_service_client::ProfilesServiceClient, *,
    },
};
use tonic::Status;
use uuid::Uuid;

pub(crate) use fakes::*;

pub(crate) struct Stage {
    pub(crate) host: TestHost,
    pub(crate) folder: tempfile::TempDir,
}

/// Somebody to sign up: a woman of 35 who looks for men.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) site: SiteId,
    pub(crate) name: String,
    pub(crate) born: String,
    pub(crate) gender: Gender,
    pub(crate) seeking: Vec<Gender>,
    pub(crate) country: String,
}

pub(crate) fn woman(name: &str) -> Person {
    Person {
        site: VONK,
        name: name.to_owned(),
        born: "1990-06-15".to_owned(),
        gender: Gender::Woman,
        seeking: vec![Gender::Man],
        country: "NL".to_owned(),
    }
}

pub(crate) fn man(name: &str) -> Person {
    Person {
        gender: Gender::Man,
        seeking: vec![Gender::Woman],
        ..woman(name)
    }
}

pub(crate) fn new_id() -> Uuid {
    Chance::system().uuid(time::macros::datetime!(2026-03-02 12:00 UTC))
}

impl Stage {
    pub(crate) async fn set() -> Self {
        Self::with("").await
    }

    /// With more settings of profiles.
    pub(crate) async fn with(settings: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let settings = format!(
            "
            [profiles]
            photo_folder = \"{}/photos\"
            create_every_ms = 5
            sweep_every_seconds = 1
            {settings}
            ",
            folder.path().display(),
        );
        let host = TestHost::with(&settings, async |host| {
            host.mount::<profiles::Profiles>().await?;
            host.mount::<FakeAccounts>().await?;
            host.mount::<FakeMatching>().await?;
            host.mount::<FakeBilling>().await?;
            host.mount::<FakeSettings>().await
        })
        .await;
        Self { host, folder }
    }

    pub(crate) fn member(&self, member: MemberId) -> ProfilesServiceClient<Transport> {
        self.member_of(VONK, member)
    }

    pub(crate) fn member_of(
        &self,
        site: SiteId,
        member: MemberId,
    ) -> ProfilesServiceClient<Transport> {
        ProfilesServiceClient::new(self.host.member("profiles", site, member))
            .max_encoding_message_size(64 * 1024 * 1024)
    }

    pub(crate) fn visitor(&self, site: SiteId) -> ProfilesServiceClient<Transport> {
        ProfilesServiceClient::new(self.host.visitor("profiles", site))
    }

    /// A visitor whom a traffic source sent.
    pub(crate) fn sourced(&self, site: SiteId) -> ProfilesServiceClient<Transport> {
        let caller = Caller {
            site: Some(site),
            tracked: true,
            ..Caller::default()
        };
        ProfilesServiceClient::new(self.host.caller("profiles", &caller))
    }

    pub(crate) fn service(&self, from: &'static str) -> ProfilesInternalServiceClient<Transport> {
        ProfilesInternalServiceClient::new(self.host.service("profiles", from))
    }

    pub(crate) fn files(&self) -> PhotoFilesServiceClient<Transport> {
        PhotoFilesServiceClient::new(self.host.service("profiles", "gateway"))
    }

    pub(crate) fn operator(&self) -> ProfilesOperatorServiceClient<Transport> {
        ProfilesOperatorServiceClient::new(self.host.service("profiles", "vonk"))
    }

    /// Tells an event in the name of a service, and waits until it is heard.
    pub(crate) async fn tell<E: Event>(&self, service: &str, event: &E) {
        let mut tx = self.host.db(service).begin().await.unwrap();
        tx.emit(event).await.unwrap();
        tx.commit().await.unwrap();
        self.host.settle().await;
    }

    /// Signs up without confirming; waits for the profile.
    pub(crate) async fn signs_up(&self, person: &Person) -> MemberId {
        let member = Self::known_to_accounts(person);
        self.tell("accounts", &created(person, member)).await;
        self.profile_is_there(member).await;
        member
    }

    pub(crate) fn known_to_accounts(person: &Person) -> MemberId {
        let member = MemberId::new(new_id());
        let gender = |gender: Gender| AccountGender::try_from(i32::from(gender)).unwrap();
        signed_up(
            member,
            GetSignUpDataResponse {
                member_id: member.to_string(),
                site_id: person.site.to_string(),
                status: AccountStatus::NotConfirmed.into(),
                profile_name: person.name.clone(),
                birth_date: person.born.clone(),
                gender: gender(person.gender).into(),
                seeking: person
                    .seeking
                    .iter()
                    .map(|one| gender(*one).into())
                    .collect(),
                country: person.country.clone(),
            },
        );
        member
    }

    /// Waits until the job has made the profile; that takes its own time, not the test's clock.
    pub(crate) async fn profile_is_there(&self, member: MemberId) {
        let db = self.host.db("profiles");
        let there = async {
            loop {
                let found = sqlx::query_scalar!(
                    r#"select exists (select from profiles where member_id = $1) as "there!""#,
                    member.get(),
                )
                .fetch_one(db.pool())
                .await
                .unwrap();
                if found {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), there)
            .await
            .expect("profile is made");
        self.host.settle().await;
    }

    /// Signs up and confirms the address.
    pub(crate) async fn joins(&self, person: &Person) -> MemberId {
        let member = self.signs_up(person).await;
        self.activates(person.site, member).await;
        member
    }

    pub(crate) async fn activates(&self, site: SiteId, member: MemberId) {
        confirmed(member);
        let activated = AccountActivated {
            member_id: member.to_string(),
            site_id: site.to_string(),
        };
        self.tell("accounts", &activated).await;
    }

    pub(crate) async fn own(&self, member: MemberId) -> OwnProfile {
        let mut client = self.member(member);
        let answer = client.get_own_profile(GetOwnProfileRequest {}).await;
        answer.unwrap().into_inner().profile.unwrap()
    }

    pub(crate) async fn sees(&self, viewer: MemberId, wanted: MemberId) -> Result<Profile, Status> {
        let request = GetProfileRequest {
            member_id: wanted.to_string(),
        };
        let answer = self.member(viewer).get_profile(request).await?;
        Ok(answer.into_inner().profile.unwrap())
    }

    pub(crate) async fn searches(
        &self,
        viewer: MemberId,
        request: SearchRequest,
    ) -> SearchResponse {
        let answer = self.member(viewer).search(request).await;
        answer.unwrap().into_inner()
    }

    /// Names found by the plainest search.
    pub(crate) async fn finds(&self, viewer: MemberId) -> Vec<String> {
        let found = self.searches(viewer, SearchRequest::default()).await;
        assert_eq!(found.total, found.cards.len() as u64);
        found.cards.into_iter().map(|card| card.name).collect()
    }

    pub(crate) async fn adds_photo(
        &self,
        member: MemberId,
        id: Uuid,
        content: Vec<u8>,
    ) -> Result<Photo, Status> {
        let request = AddPhotoRequest {
            photo_id: id.to_string(),
            content,
        };
        let answer = self.member(member).add_photo(request).await?;
        Ok(answer.into_inner().photo.unwrap())
    }

    pub(crate) async fn fetches(
        &self,
        viewer: Option<MemberId>,
        filename: &str,
    ) -> Result<Vec<u8>, Status> {
        let request = GetPhotoFileRequest {
            site_id: VONK.to_string(),
            viewer_id: viewer.map(|viewer| viewer.to_string()).unwrap_or_default(),
            filename: filename.to_owned(),
            ..GetPhotoFileRequest::default()
        };
        let answer = self.files().get_photo_file(request).await?.into_inner();
        assert_eq!(answer.content_type, "image/webp");
        Ok(answer.content)
    }

    pub(crate) async fn blocks(&self, by: MemberId, whom: MemberId) {
        let request = RecordBlockRequest {
            blocker_id: by.to_string(),
            blocked_id: whom.to_string(),
            decision: new_decision(),
        };
        self.service("matching")
            .record_block(request)
            .await
            .unwrap();
    }

    pub(crate) async fn pays(&self, member: MemberId) {
        let granted = PremiumGranted {
            member_id: member.to_string(),
            site_id: VONK.to_string(),
        };
        self.tell("billing", &granted).await;
    }

    pub(crate) async fn is_refunded(&self, member: MemberId) {
        let revoked = PremiumRevoked {
            member_id: member.to_string(),
            site_id: VONK.to_string(),
        };
        self.tell("billing", &revoked).await;
    }

    /// Chooses the largest city that begins so.
    pub(crate) async fn lives_in(&self, site: SiteId, member: MemberId, country: &str, city: &str) {
        let mut client = self.member_of(site, member);
        let cities = client
            .list_cities(ListCitiesRequest {
                country: country.to_owned(),
                prefix: city.to_owned(),
            })
            .await
            .unwrap()
            .into_inner()
            .cities;
        let place = set_place_request::Place::CityId(cities[0].id);
        client
            .set_place(SetPlaceRequest { place: Some(place) })
            .await
            .unwrap();
    }

    pub(crate) async fn is_here(&self, member: MemberId) {
        let request = TouchActivityRequest {
            member_id: member.to_string(),
            at: None,
        };
        self.service("gateway")
            .touch_activity(request)
            .await
            .unwrap();
    }

    pub(crate) fn advance(&self, by: time::Duration) {
        self.host.clock.advance(Duration::try_from(by).unwrap());
    }

    /// Files in the photo folder.
    pub(crate) fn files_kept(&self) -> usize {
        let Ok(folders) = std::fs::read_dir(self.folder.path().join("photos")) else {
            return 0;
        };
        folders
            .map(|folder| std::fs::read_dir(folder.unwrap().path()).unwrap().count())
            .sum()
    }

    /// Writes a file among the photos that is no photo.
    pub(crate) fn keeps_file(&self, path: &str) {
        let path = self.folder.path().join("photos").join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "pixels").unwrap();
    }

    /// Makes a folder among the photos.
    pub(crate) fn keeps_folder(&self, path: &str) {
        std::fs::create_dir_all(self.folder.path().join("photos").join(path)).unwrap();
    }

    /// Waits until something becomes true by itself.
    pub(crate) async fn until(&self, what: &str, mut check: impl AsyncFnMut() -> bool) {
        let true_at_last = async {
            while !check().await {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), true_at_last)
            .await
            .unwrap_or_else(|_| panic!("never: {what}"));
    }

    /// Waits until so many files are left.
    pub(crate) async fn files_become(&self, count: usize) {
        let swept = async {
            while self.files_kept() != count {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), swept)
            .await
            .unwrap_or_else(|_| panic!("{} files instead of {count}", self.files_kept()));
    }
}

pub(crate) fn created(person: &Person, member: MemberId) -> AccountCreated {
    AccountCreated {
        member_id: member.to_string(),
        site_id: person.site.to_string(),
        language: "nl".to_owned(),
        country: person.country.clone(),
    }
}

/// The reason word of a call that must fail.
pub(crate) fn refusal<T>(outcome: Result<T, Status>) -> String {
    match outcome {
        Ok(_) => "it was allowed".to_owned(),
        Err(status) => {
            kit::fault::reason(&status).unwrap_or_else(|| format!("no reason: {status:?}"))
        }
    }
}

/// A small PNG of one colour.
pub(crate) fn png(colour: u8) -> Vec<u8> {
    use image::ImageEncoder as _;
    let mut bytes = Vec::new();
    image::codecs::png::PngEncoder::new(&mut bytes)
        .write_image(
            &vec![colour; 40 * 30 * 3],
            40,
            30,
            image::ExtendedColorType::Rgb8,
        )
        .unwrap();
    bytes
}
