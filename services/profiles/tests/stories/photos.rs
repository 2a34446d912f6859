//! Photos: added, shown, ordered, removed, never too many.

use futures::future::join_all;
use kit::MemberId;
use proto::profiles::v1::*;

use crate::stage::*;

#[tokio::test]
async fn a_photo_is_kept_in_three_sizes_and_served_to_those_who_may_see_it() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let bram = stage.joins(&man("Bram")).await;
    let id = new_id();
    let photo = stage.adds_photo(anna, id, png(200)).await.unwrap();
    assert_eq!(photo.id, id.to_string());
    assert_eq!((photo.width, photo.height), (40, 30));
    assert_eq!(photo.blur_hash.len(), 28);
    assert_eq!(stage.files_kept(), 3);
    for filename in [
        &photo.filename,
        &photo.match_filename,
        &photo.thumb_filename,
    ] {
        for viewer in [Some(anna), Some(bram), None] {
            let file = stage.fetches(viewer, filename).await.unwrap();
            let size = image::load_from_memory(&file).unwrap();
            assert_eq!((size.width(), size.height()), (40, 30));
        }
        // The path says nothing of whose it is.
        assert!(!filename.contains(&anna.to_string()) && !filename.contains(&photo.id));
    }
    let card = stage.sees(bram, anna).await.unwrap().card.unwrap();
    assert_eq!(card.main_photo.unwrap(), photo);
    assert_eq!(stage.host.events::<PhotoAdded>().len(), 1);

    // Another site's gateway does not serve it, nor anybody a name that is made up.
    let elsewhere = GetPhotoFileRequest {
        site_id: SPARK.to_string(),
        viewer_id: String::new(),
        filename: photo.filename.clone(),
        ..GetPhotoFileRequest::default()
    };
    // Whoever has it already is told only whether they still may.
    for (site, may) in [(VONK, true), (SPARK, false)] {
        let again = GetPhotoFileRequest {
            site_id: site.to_string(),
            only_whether: true,
            ..elsewhere.clone()
        };
        let answer = stage.files().get_photo_file(again).await;
        assert_eq!(answer.is_ok(), may);
        assert!(answer.is_err() || answer.unwrap().into_inner().content.is_empty());
    }
    assert_eq!(
        refusal(stage.files().get_photo_file(elsewhere).await),
        "photo_unknown"
    );
    for filename in [
        "../../etc/passwd",
        "",
        "00/00000000000000000000000000000000-160.webp",
    ] {
        assert_eq!(
            refusal(stage.fetches(None, filename).await),
            "photo_unknown"
        );
    }
}

#[tokio::test]
async fn a_retry_stores_nothing_twice() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let id = new_id();
    let twins = join_all((0..4).map(|_| stage.adds_photo(anna, id, png(1)))).await;
    let first = twins[0].as_ref().unwrap();
    for twin in &twins {
        assert_eq!(twin.as_ref().unwrap(), first);
    }
    let later = stage
        .adds_photo(anna, id, b"whatever".to_vec())
        .await
        .unwrap();
    assert_eq!(&later, first);
    assert_eq!(stage.own(anna).await.profile.unwrap().photos.len(), 1);
    // What the twins wrote in vain goes.
    stage.files_become(3).await;
    // The same id of another member is another photo.
    let eva = stage.joins(&woman("Eva")).await;
    assert_ne!(
        stage.adds_photo(eva, id, png(1)).await.unwrap().filename,
        first.filename
    );
}

#[tokio::test]
async fn no_burst_exceeds_the_limit() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let burst = |count: u8| {
        let stage = &stage;
        join_all((0..count).map(move |colour| stage.adds_photo(anna, new_id(), png(colour))))
    };
    let outcomes = burst(12).await;
    let added = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
    assert_eq!(added, 3);
    for outcome in outcomes.into_iter().filter(Result::is_err) {
        assert_eq!(refusal(outcome), "photo_limit");
    }
    stage.files_become(9).await;

    stage.pays(anna).await;
    let added = burst(30)
        .await
        .iter()
        .filter(|outcome| outcome.is_ok())
        .count();
    assert_eq!(added, 22);
    let own = stage.own(anna).await;
    assert_eq!(own.photo_limit, 25);
    assert_eq!(own.profile.unwrap().photos.len(), 25);

    // Paid back: what is there stays, and there is room for no other.
    stage.is_refunded(anna).await;
    let own = stage.own(anna).await;
    assert_eq!(
        (own.photo_limit, own.profile.unwrap().photos.len()),
        (3, 25)
    );
    assert_eq!(
        refusal(stage.adds_photo(anna, new_id(), png(9)).await),
        "photo_limit"
    );
}

#[tokio::test]
async fn a_kept_link_shows_no_more_than_the_page_would() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let bram = stage.joins(&man("Bram")).await;
    stage.pays(anna).await;
    let mut names = Vec::new();
    for colour in 0..5 {
        let photo = stage.adds_photo(anna, new_id(), png(colour)).await.unwrap();
        names.push(photo.filename);
    }
    let seen_by = async |viewer: Option<MemberId>| {
        let mut seen = Vec::new();
        for name in &names {
            seen.push(stage.fetches(viewer, name).await.is_ok());
        }
        seen
    };
    assert_eq!(seen_by(Some(anna)).await, [true; 5]);
    assert_eq!(seen_by(Some(bram)).await, [true, true, true, false, false]);
    assert_eq!(seen_by(None).await, [true, false, false, false, false]);
    stage.pays(bram).await;
    assert_eq!(seen_by(Some(bram)).await, [true; 5]);
    stage.is_refunded(bram).await;
    assert_eq!(seen_by(Some(bram)).await, [true, true, true, false, false]);

    // Who wants not to be found is not found by logging out either.
    let request = SetInvisibleRequest { invisible: true };
    stage.member(anna).set_invisible(request).await.unwrap();
    assert_eq!(seen_by(None).await, [false; 5]);
    assert!(seen_by(Some(bram)).await[0]);
}

#[tokio::test]
async fn visitors_see_photos_where_the_site_lets_them_look() {
    let stage = Stage::set().await;
    let anna = stage
        .joins(&Person {
            site: SPARK,
            ..woman("Anna")
        })
        .await;
    let request = AddPhotoRequest {
        photo_id: new_id().to_string(),
        content: png(1),
    };
    let mut client = stage.member_of(SPARK, anna);
    let photo = client
        .add_photo(request)
        .await
        .unwrap()
        .into_inner()
        .photo
        .unwrap();
    for (viewer_id, tracked, may) in [
        (anna.to_string(), false, true),
        (String::new(), true, true),
        (String::new(), false, false),
    ] {
        let request = GetPhotoFileRequest {
            site_id: SPARK.to_string(),
            viewer_id,
            filename: photo.filename.clone(),
            tracked,
            ..GetPhotoFileRequest::default()
        };
        let answer = stage.files().get_photo_file(request).await;
        assert_eq!(answer.is_ok(), may, "tracked: {tracked}");
    }
}

#[tokio::test]
async fn photos_stand_in_the_order_their_member_wants() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let mut ids = Vec::new();
    for colour in 0..3 {
        ids.push(
            stage
                .adds_photo(anna, new_id(), png(colour))
                .await
                .unwrap()
                .id,
        );
    }
    let order = |photo_ids: Vec<String>| {
        let mut client = stage.member(anna);
        async move { client.order_photos(OrderPhotosRequest { photo_ids }).await }
    };
    let wanted = vec![ids[2].clone(), ids[0].clone(), ids[1].clone()];
    order(wanted.clone()).await.unwrap();
    let profile = stage.own(anna).await.profile.unwrap();
    let shown: Vec<_> = profile
        .photos
        .iter()
        .map(|photo| photo.id.clone())
        .collect();
    assert_eq!(shown, wanted);
    assert_eq!(profile.card.unwrap().main_photo.unwrap().id, ids[2]);

    for wrong in [
        vec![],
        vec![ids[0].clone()],
        vec![ids[0].clone(), ids[0].clone(), ids[1].clone()],
        vec![ids[0].clone(), ids[1].clone(), new_id().to_string()],
    ] {
        assert_eq!(refusal(order(wrong).await), "photo_unknown");
    }
    assert_eq!(refusal(order(vec!["x".to_owned()]).await), "id_invalid");
}

#[tokio::test]
async fn a_removed_photo_is_gone_with_its_files() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let bram = stage.joins(&man("Bram")).await;
    let photo = stage.adds_photo(anna, new_id(), png(1)).await.unwrap();
    let with_photo = SearchRequest {
        with_photo: true,
        ..SearchRequest::default()
    };
    assert_eq!(stage.searches(bram, with_photo.clone()).await.total, 1);
    let remove = |member, photo_id: String| {
        let mut client = stage.member(member);
        async move { client.remove_photo(RemovePhotoRequest { photo_id }).await }
    };
    assert_eq!(
        refusal(remove(bram, photo.id.clone()).await),
        "photo_unknown"
    );
    remove(anna, photo.id.clone()).await.unwrap();
    assert_eq!(
        refusal(stage.fetches(Some(anna), &photo.filename).await),
        "photo_unknown"
    );
    assert_eq!(stage.searches(bram, with_photo).await.total, 0);
    stage.files_become(0).await;
    assert_eq!(refusal(remove(anna, photo.id).await), "photo_unknown");
}

#[tokio::test]
async fn files_that_cannot_be_deleted_keep_no_others() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let photo = stage.adds_photo(anna, new_id(), png(1)).await.unwrap();
    // A folder where a file is expected, due before all others.
    let stem = "00".repeat(16);
    stage.keeps_folder(&format!("00/{stem}-1200.webp"));
    let db = stage.host.db("profiles");
    sqlx::query!(
        "insert into stale_files (stem, due_at) values ($1, 'epoch')",
        stem
    )
    .execute(db.pool())
    .await
    .unwrap();
    let request = RemovePhotoRequest { photo_id: photo.id };
    stage.member(anna).remove_photo(request).await.unwrap();
    stage.files_become(1).await;
    // The files go first, and then what says that they are to go.
    stage
        .until("it is forgotten", async || {
            let still = sqlx::query_scalar!("select stem from stale_files").fetch_all(db.pool());
            still.await.unwrap() == [&*stem]
        })
        .await;
}

#[tokio::test]
async fn what_a_process_left_that_died_storing_a_photo_goes_after_an_hour() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let photo = stage.adds_photo(anna, new_id(), png(1)).await.unwrap();
    // It had said that the files may be nobody's, and written one and a half of them.
    let stem = "00".repeat(16);
    let due = stage.host.clock.now() + time::Duration::hours(1);
    let db = stage.host.db("profiles");
    sqlx::query!(
        "insert into stale_files (stem, due_at) values ($1, $2)",
        stem,
        due,
    )
    .execute(db.pool())
    .await
    .unwrap();
    stage.keeps_file(&format!("00/{stem}-1200.webp"));
    stage.keeps_file(&format!("00/{stem}-480.webp#1"));
    assert_eq!(stage.files_kept(), 5);
    stage.advance(time::Duration::minutes(61));
    stage.files_become(3).await;
    assert!(stage.fetches(Some(anna), &photo.filename).await.is_ok());
}

#[tokio::test]
async fn what_is_no_photo_is_refused_and_leaves_no_file() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let mut torn = png(1);
    torn.truncate(60);
    for (content, word) in [
        (b"<svg onload=alert(1)>".to_vec(), "photo_kind_refused"),
        (b"GIF89a".to_vec(), "photo_kind_refused"),
        (Vec::new(), "photo_kind_refused"),
        (torn, "photo_unreadable"),
        (vec![0xff; 10 * 1024 * 1024 + 1], "photo_too_large"),
    ] {
        assert_eq!(
            refusal(stage.adds_photo(anna, new_id(), content).await),
            word
        );
    }
    let mut largest = png(1);
    largest.resize(10 * 1024 * 1024, 0);
    assert!(stage.adds_photo(anna, new_id(), largest).await.is_ok());
    assert_eq!(stage.files_kept(), 3);
    let wrong = stage
        .member(anna)
        .add_photo(AddPhotoRequest {
            photo_id: "1".to_owned(),
            content: png(1),
        })
        .await;
    assert_eq!(refusal(wrong), "id_invalid");
}

#[tokio::test]
async fn free_members_and_visitors_see_fewer_photos_than_premium_members() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    stage.pays(anna).await;
    for colour in 0..5 {
        stage.adds_photo(anna, new_id(), png(colour)).await.unwrap();
    }
    let bram = stage.joins(&man("Bram")).await;
    let seen = |profile: Profile| (profile.photos.len(), profile.locked_photos);
    assert_eq!(seen(stage.sees(bram, anna).await.unwrap()), (3, 2));
    assert_eq!(seen(stage.sees(anna, anna).await.unwrap()), (5, 0));
    let request = GetProfileRequest {
        member_id: anna.to_string(),
    };
    let visited = stage.visitor(VONK).get_profile(request).await.unwrap();
    assert_eq!(seen(visited.into_inner().profile.unwrap()), (1, 4));
    stage.pays(bram).await;
    assert_eq!(seen(stage.sees(bram, anna).await.unwrap()), (5, 0));
}
