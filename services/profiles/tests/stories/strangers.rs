//! Who may make which call.

use kit::Caller;
use proto::profiles::v1::{
    profiles_internal_service_client::ProfilesInternalServiceClient,
    profiles_service_client::ProfilesServiceClient, *,
};

use crate::stage::*;

#[tokio::test]
async fn what_members_do_visitors_may_not() {
    let stage = Stage::set().await;
    let mut visitor = stage.visitor(VONK);
    let word = "not_logged_in";
    assert_eq!(
        refusal(visitor.get_own_profile(GetOwnProfileRequest {}).await),
        word
    );
    assert_eq!(
        refusal(
            visitor
                .update_profile(UpdateProfileRequest::default())
                .await
        ),
        word
    );
    assert_eq!(
        refusal(visitor.set_place(SetPlaceRequest::default()).await),
        word
    );
    assert_eq!(
        refusal(visitor.add_photo(AddPhotoRequest::default()).await),
        word
    );
    assert_eq!(
        refusal(visitor.remove_photo(RemovePhotoRequest::default()).await),
        word
    );
    assert_eq!(
        refusal(visitor.order_photos(OrderPhotosRequest::default()).await),
        word
    );
    assert_eq!(
        refusal(visitor.set_invisible(SetInvisibleRequest::default()).await),
        word
    );
}

#[tokio::test]
async fn services_have_their_own_calls_and_no_others() {
    let stage = Stage::set().await;
    let word = "not_allowed";
    for from in ["gateway", "chat", "billing"] {
        let mut client = stage.service(from);
        assert_eq!(
            refusal(client.record_block(RecordBlockRequest::default()).await),
            word
        );
        assert_eq!(
            refusal(client.remove_block(RemoveBlockRequest::default()).await),
            word
        );
    }
    for from in ["matching", "chat", "billing"] {
        let mut client = stage.service(from);
        assert_eq!(
            refusal(client.geocode(GeocodeRequest::default()).await),
            word
        );
        assert_eq!(
            refusal(client.touch_activity(TouchActivityRequest::default()).await),
            word
        );
    }
    let cards = stage
        .service("billing")
        .get_cards(GetCardsRequest::default())
        .await;
    assert_eq!(refusal(cards), word);
    // A member whose token the gateway signed is not the gateway.
    let member = Caller {
        site: Some(VONK),
        member: Some(kit::MemberId::new(new_id())),
        ..Caller::default()
    };
    let mut client = ProfilesInternalServiceClient::new(stage.host.caller("profiles", &member));
    assert_eq!(
        refusal(client.get_cards(GetCardsRequest::default()).await),
        word
    );
    let mut client = photo_files_service_client::PhotoFilesServiceClient::new(
        stage.host.caller("profiles", &member),
    );
    assert_eq!(
        refusal(client.get_photo_file(GetPhotoFileRequest::default()).await),
        word
    );
    let mut client = profiles_operator_service_client::ProfilesOperatorServiceClient::new(
        stage.host.service("profiles", "gateway"),
    );
    assert_eq!(
        refusal(
            client
                .create_fictional(CreateFictionalRequest::default())
                .await
        ),
        word
    );
    // A service is nobody who looks at profiles.
    let mut client = ProfilesServiceClient::new(stage.host.service("profiles", "chat"));
    assert_eq!(
        refusal(client.search(SearchRequest::default()).await),
        "site_unknown"
    );
    // Nor is anybody of a site that is not configured.
    let nowhere = kit::SiteId::new(uuid::Uuid::from_u128(99));
    let search = stage
        .visitor(nowhere)
        .search(SearchRequest::default())
        .await;
    assert_eq!(refusal(search), "site_unknown");
}
