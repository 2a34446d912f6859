//! Anna and Bram, as whom everybody may log in.

use anyhow::{Context as _, bail};
use kit::{MemberId, SiteId};
use proto::accounts::v1::{ActivateRequest, ActivateResponse, SignUpRequest, SignUpResponse};
use time::{Date, Duration, macros::date};
use uuid::Uuid;
use vonk::door::Door;

use super::{
    dice::Dice,
    meet,
    members::{self, Cities},
    person::{Gender, Person},
    services::{Member, Services},
    social,
};

/// The password of both; worth nothing anywhere else.
pub(crate) const PASSWORD: &str = "vonk-lantaarn-haven-27";

const ACCOUNTS: &str = "vonk.accounts.v1.AccountsService";

/// What is known of one of the two before they sign up.
struct Known {
    email: &'static str,
    name: &'static str,
    birth_date: Date,
    gender: Gender,
    seeking: Gender,
    town: &'static str,
    attributes: [(&'static str, &'static str); 5],
    interests: [&'static str; 6],
    about: &'static str,
}

const KNOWN: [Known; 2] = [
    Known {
        email: "anna@demo.vonk.test",
        name: "Anna",
        birth_date: date!(1991 - 04 - 12),
        gender: Gender::Woman,
        seeking: Gender::Man,
        town: "Utrecht",
        attributes: [
            ("relationship_status", "single"),
            ("body_type", "average"),
            ("hair_colour", "red"),
            ("eye_colour", "green"),
            ("tattoos", "a_few"),
        ],
        interests: [
            "cooking", "cycling", "films", "nature", "concerts", "coffee",
        ],
        about: "Ik woon met veel plezier in Utrecht, in een huis met te veel planten en een fiets die nooit \
            binnen staat. Doordeweeks ontwerp ik boekomslagen, in het weekend ben ik buiten te vinden of in een \
            kleine bioscoop.\n\nIk hoop iemand te leren kennen die graag lacht, goed kan luisteren en \
            meegaat als de trein naar zee nog net te halen is.",
    },
    Known {
        email: "bram@demo.vonk.test",
        name: "Bram",
        birth_date: date!(1988 - 09 - 30),
        gender: Gender::Man,
        seeking: Gender::Woman,
        town: "Amersfoort",
        attributes: [
            ("relationship_status", "single"),
            ("body_type", "athletic"),
            ("hair_colour", "brown"),
            ("eye_colour", "blue"),
            ("tattoos", "none"),
        ],
        interests: ["hiking", "reading", "dogs", "coffee", "running", "music"],
        about: "Timmerman met een boekenkast. Ik maak meubels in een oude loods in Amersfoort en loop daarna \
            het liefst een uur het bos in met de hond.\n\nGeen haast en geen spelletjes: eerst koffie, dan een \
            wandeling, en als het klikt mag jij kiezen waar we gaan eten.",
    },
];

/// Members who like one of the two, and whom they like back.
const LIKERS: usize = 6;
const LIKED: usize = 4;

/// Makes sure that both can log in, and answers who they are.
pub(crate) async fn join(public: &str, mailbox: &str) -> anyhow::Result<Vec<Person>> {
    let mut both = Vec::new();
    for known in &KNOWN {
        // A cookie jar of its own for each: they are two people.
        let door = Door::new(public, mailbox)?;
        let member = log_in(&door, &known.sign_up()).await?;
        both.push(known.person(member)?);
    }
    Ok(both)
}

/// The lines that tell how to log in.
pub(crate) fn logins() -> impl Iterator<Item = String> {
    KNOWN
        .iter()
        .map(|known| format!("{} / {PASSWORD}", known.email))
}

impl Known {
    fn sign_up(&self) -> SignUpRequest {
        SignUpRequest {
            email: self.email.to_owned(),
            password: PASSWORD.to_owned(),
            profile_name: self.name.to_owned(),
            birth_date: self.birth_date.to_string(),
            gender: self.gender.wire(),
            seeking: vec![self.seeking.wire()],
            country: "NL".to_owned(),
            language: "nl".to_owned(),
            accept_terms: true,
            accept_sensitive: true,
            accept_tracking: false,
            tracking: None,
        }
    }

    fn person(&self, member: MemberId) -> anyhow::Result<Person> {
        let site: SiteId = settings::demo::VONK.parse()?;
        Ok(Person {
            index: usize::MAX,
            site,
            member,
            email: self.email.to_owned(),
            name: self.name.to_owned(),
            birth_date: self.birth_date,
            gender: self.gender,
            seeking: vec![self.seeking],
            country: "NL",
            language: "nl",
            town: self.town,
            attributes: self.attributes.to_vec(),
            interests: self.interests.to_vec(),
            about: self.about.to_owned(),
            photos: 3,
            away: Duration::ZERO,
        })
    }
}

/// Signs a member up and confirms the address with the mailed link, unless that is done.
async fn log_in(door: &Door, member: &SignUpRequest) -> anyhow::Result<MemberId> {
    let answer = door.log_in(&member.email, &member.password).await?;
    match answer.status().as_u16() {
        200 => {
            let user: serde_json::Value = answer.json().await?;
            if user["user"]["status"] != "not_confirmed" {
                return id(&user);
            }
        }
        401 => {
            door.call::<_, SignUpResponse>(&format!("{ACCOUNTS}/SignUp"), member)
                .await?
                .context("signing up")?;
        }
        other => bail!("logging in answered {other}"),
    }
    let mail = door.mail(&member.email, "activation").await?;
    let token = mail.token().context("the activation mail has no link")?;
    door.call::<_, ActivateResponse>(&format!("{ACCOUNTS}/Activate"), &ActivateRequest { token })
        .await?
        .context("activating")?;
    let answer = door.log_in(&member.email, &member.password).await?;
    id(&answer.error_for_status()?.json().await?)
}

fn id(user: &serde_json::Value) -> anyhow::Result<MemberId> {
    let id = user["user"]["id"]
        .as_str()
        .context("user.php names no id")?;
    Ok(id.parse()?)
}

/// Completes a profile that its owner has not touched.
pub(crate) async fn complete(
    services: &Services,
    person: &Person,
    cities: &Cities,
) -> anyhow::Result<()> {
    let member = person.member();
    let shown = members::own_profile(services, member)
        .await?
        .profile
        .unwrap_or_default();
    if shown.about.is_empty() {
        members::edit(services, person).await?;
    }
    if shown.card.is_none_or(|card| card.city.is_empty()) {
        let city = *cities
            .get(&(person.country, person.town))
            .context("no such town")?;
        members::move_to(services, member, city).await?;
    }
    if shown.photos.is_empty() {
        for portrait in 0..person.photos {
            members::add_portrait(services, person, portrait).await?;
        }
    }
    Ok(())
}

/// Some like one of the two, one of them is a match with whom there is a conversation.
pub(crate) async fn meet(
    services: &Services,
    seed: u64,
    person: &Person,
    people: &[Person],
) -> anyhow::Result<()> {
    let fitting = fitting(person, people);
    let me = person.member();
    let them: Vec<Member> = fitting.iter().map(|other| other.member()).collect();
    for other in them.iter().take(LIKERS) {
        meet::like(services, *other, me).await?;
    }
    // The first is liked back, the others are not those who like.
    let begun = them
        .iter()
        .take(1)
        .chain(them.iter().skip(LIKERS).take(LIKED));
    for other in begun {
        meet::like(services, me, *other).await?;
    }
    // Whoever writes keeps a free conversation for it.
    if let Some(other) = fitting.first().filter(|other| other.index < social::KEPT) {
        let mut dice = Dice::of(seed, "known", u64::from(person.gender == Gender::Man));
        let talk: Vec<(Uuid, String)> = social::talk(&mut dice, other, person);
        meet::converse(services, (other.member(), me), &talk).await?;
    }
    Ok(())
}

/// Who fits best: of about the same age, with a photo, nearest in numbers so that they are always the same.
fn fitting<'a>(person: &Person, people: &'a [Person]) -> Vec<&'a Person> {
    people
        .iter()
        // One gender each, so that nobody fits both.
        .filter(|other| person.fits(other) && person.seeking[0] == other.gender)
        .filter(|other| other.photos > 0)
        .filter(|other| (person.age() - other.age()).abs() <= 9)
        .take(LIKERS + LIKED)
        .collect()
}
