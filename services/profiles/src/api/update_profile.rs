use kit::{MemberId, SiteId};
use proto::profiles::v1::{Attribute, UpdateProfileRequest, UpdateProfileResponse};

use super::Api;
use crate::{
    attribute::Field, changed, fault::Fault, gender::Gender, site::Site, store::profiles, text,
};

/// Changes the fields that are present.
pub(crate) async fn update_profile(
    api: &Api,
    whose: (SiteId, MemberId),
    request: UpdateProfileRequest,
) -> Result<UpdateProfileResponse, Fault> {
    let (site_id, member) = whose;
    let site = api.sites.get(site_id).await?;
    api.own(whose).await?;
    let about = request.about.as_deref().map(text::about).transpose()?;
    let seeking = Gender::sought(&request.seeking)?;
    if request.set_interests && !site.interests && !request.interests.is_empty() {
        return Err(Fault::FieldUnknown {
            field: "interests".to_owned(),
        });
    }
    let interests = request
        .set_interests
        .then(|| api.interests.mask(&request.interests))
        .transpose()?;
    let choices = choices(&site, &request.attributes)?;

    let mut tx = api.db.begin().await?;
    if !profiles::lock(&mut tx, site_id, member).await? {
        return Err(Fault::ProfileUnknown);
    }
    let stored = profiles::find(&mut *tx, site_id, member).await?;
    let stored = stored.ok_or(Fault::ProfileUnknown)?;
    let traits = choices.iter().fold(stored.traits, |traits, (field, bit)| {
        traits & !field.mask() | bit
    });
    let seeking = if seeking.is_empty() {
        &stored.seeking
    } else {
        &seeking
    };
    profiles::edit(
        &mut tx,
        member,
        (about.as_ref().unwrap_or(&stored.about), seeking),
        (traits, interests.unwrap_or(stored.interests)),
    )
    .await?;
    changed::tell(&mut tx, member).await?;
    tx.commit().await?;
    Ok(UpdateProfileResponse {
        profile: Some(api.own_profile(whose).await?),
    })
}

/// The bit to set for each field, 0 to clear it.
fn choices(site: &Site, attributes: &[Attribute]) -> Result<Vec<(&'static Field, i64)>, Fault> {
    attributes
        .iter()
        .map(|attribute| {
            let named = Field::named(&attribute.field)
                .filter(|field| site.fields.iter().any(|shown| shown.name == field.name));
            let field = named.ok_or_else(|| Fault::FieldUnknown {
                field: attribute.field.chars().take(40).collect(),
            })?;
            if attribute.value.is_empty() {
                return Ok((field, 0));
            }
            let bit = field.bit(&attribute.value);
            let bit = bit.ok_or_else(|| Fault::WordInvalid {
                field: field.name.to_owned(),
            })?;
            Ok((field, bit))
        })
        .collect()
}
