//! Photos in chat: whose they are and who sees them.

use std::{io::Cursor, time::Duration};

use image::{DynamicImage, ImageFormat, RgbImage};
use kit::{MemberId, fault};
use proto::chat::v1::{
    AddPhotoRequest, ChatPhoto, GetPhotoFileRequest, RecordBlockRequest,
    chat_gateway_service_client::ChatGatewayServiceClient, message, send_message_request::Content,
};
use tonic::Status;
use uuid::Uuid;

use crate::stage::{SITE, Stage, new_decision, new_id, reason};

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let image = RgbImage::from_pixel(width, height, image::Rgb([9, 120, 30]));
    DynamicImage::from(image)
        .write_to(&mut bytes, ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

async fn add(stage: &Stage, me: MemberId, id: Uuid, content: Vec<u8>) -> Result<ChatPhoto, Status> {
    let request = AddPhotoRequest {
        photo_id: id.to_string(),
        content,
    };
    let answer = stage.chat(me).add_photo(request).await?.into_inner();
    Ok(answer.photo.unwrap())
}

async fn file(stage: &Stage, viewer: MemberId, filename: &str) -> Result<Vec<u8>, Status> {
    let mut gateway = ChatGatewayServiceClient::new(stage.host.service("chat", "gateway"));
    let request = GetPhotoFileRequest {
        viewer_id: viewer.to_string(),
        filename: filename.to_owned(),
        only_whether: false,
    };
    // Whoever has it already is told only whether they still may.
    let again = GetPhotoFileRequest {
        only_whether: true,
        ..request.clone()
    };
    let again = gateway.get_photo_file(again).await;
    let answer = gateway.get_photo_file(request).await?.into_inner();
    assert!(again.unwrap().into_inner().content.is_empty());
    assert_eq!(answer.content_type, "image/webp");
    Ok(answer.content)
}

#[tokio::test]
async fn a_photo_is_seen_by_its_sender_and_by_whom_it_was_sent_to() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.buyer(100).await, stage.join(SITE).await);
    let carl = stage.buyer(100).await;
    let id = new_id();
    let photo = add(&stage, anna, id, png(1600, 800)).await.unwrap();
    assert_eq!((photo.width, photo.height), (1200, 600));
    assert_eq!(
        add(&stage, anna, id, png(1600, 800)).await.unwrap(),
        photo,
        "a retry"
    );
    assert_eq!(
        reason(add(&stage, anna, id, png(10, 10)).await),
        "photo_exists",
        "another picture is not silently the first one"
    );
    assert_eq!(
        reason(add(&stage, carl, id, png(10, 10)).await),
        "photo_unknown"
    );
    assert_eq!(
        reason(file(&stage, bram, &photo.filename).await),
        "photo_unknown"
    );

    let content = || Content::PhotoId(id.to_string());
    assert_eq!(
        reason(stage.send(carl, bram, new_id(), content()).await),
        "photo_unknown"
    );
    let message_id = new_id();
    let sent = stage
        .send(anna, bram, message_id, content())
        .await
        .unwrap()
        .message
        .unwrap();
    assert_eq!(sent.price, 20);
    assert!(sent.content == Some(message::Content::Photo(photo.clone())));
    assert_eq!(
        stage
            .send(anna, bram, message_id, content())
            .await
            .unwrap()
            .message
            .unwrap(),
        sent
    );
    assert!(stage.history(bram, anna).await[0].content == sent.content);
    for name in [&photo.filename, &photo.thumb_filename] {
        for viewer in [anna, bram] {
            let bytes = file(&stage, viewer, name).await.unwrap();
            image::load_from_memory_with_format(&bytes, ImageFormat::WebP).unwrap();
        }
        assert_eq!(reason(file(&stage, carl, name).await), "photo_unknown");
    }
    assert_eq!(
        reason(file(&stage, anna, "chat/../secret").await),
        "photo_unknown"
    );

    let block = RecordBlockRequest {
        blocker_id: anna.to_string(),
        blocked_id: bram.to_string(),
        decision: new_decision(),
    };
    stage.service("matching").record_block(block).await.unwrap();
    assert_eq!(
        reason(file(&stage, bram, &photo.filename).await),
        "photo_unknown"
    );
    file(&stage, anna, &photo.filename).await.unwrap();
}

#[tokio::test]
async fn uploads_that_are_no_photos_are_refused() {
    let stage = Stage::with("").await;
    let anna = stage.buyer(0).await;
    let large = add(&stage, anna, new_id(), vec![0; photo::MAX_BYTES + 1])
        .await
        .unwrap_err();
    assert_eq!(fault::reason(&large).unwrap(), "photo_too_large");
    assert_eq!(
        fault::detail(&large, "max_bytes").unwrap(),
        photo::MAX_BYTES.to_string()
    );
    for content in [Vec::new(), b"<svg/>".to_vec(), b"GIF89a..".to_vec()] {
        assert_eq!(
            reason(add(&stage, anna, new_id(), content).await),
            "photo_unreadable"
        );
    }
    let bram = stage.join(SITE).await;
    assert_eq!(
        reason(add(&stage, bram, new_id(), png(9, 9)).await),
        "premium_needed"
    );
    let written = std::fs::read_dir(stage.photos.path()).unwrap().count();
    assert_eq!(written, 0, "nothing of a refused upload is kept");
}

#[tokio::test]
async fn of_many_unsent_photos_the_oldest_go() {
    let stage = Stage::with("photo_sweep_seconds = 1\nphotos_unsent = 2").await;
    let (anna, bram) = (stage.buyer(100).await, stage.join(SITE).await);
    let mut photos = Vec::new();
    for n in 0..4 {
        let id = new_id();
        photos.push((id, add(&stage, anna, id, png(20, 20)).await.unwrap()));
        stage.host.clock.advance(Duration::from_secs(1));
        if n == 0 {
            let content = Content::PhotoId(id.to_string());
            stage.send(anna, bram, new_id(), content).await.unwrap();
        }
    }
    let exists = |n: usize| stage.photos.path().join(&photos[n].1.filename).exists();
    stage
        .until("the oldest unsent one is gone", async || !exists(1))
        .await;
    assert!(exists(0) && exists(2) && exists(3));
    let content = Content::PhotoId(photos[1].0.to_string());
    let outcome = stage.send(anna, bram, new_id(), content).await;
    assert_eq!(reason(outcome), "photo_unknown");
}

#[tokio::test]
async fn a_photo_that_was_not_sent_goes_away() {
    let stage = Stage::with("photo_sweep_seconds = 1").await;
    let (anna, bram) = (stage.buyer(100).await, stage.join(SITE).await);
    let (kept, dropped) = (new_id(), new_id());
    let kept_photo = add(&stage, anna, kept, png(20, 20)).await.unwrap();
    let dropped_photo = add(&stage, anna, dropped, png(20, 20)).await.unwrap();
    let content = Content::PhotoId(kept.to_string());
    stage.send(anna, bram, new_id(), content).await.unwrap();
    stage.host.clock.advance(Duration::from_hours(25));
    stage
        .until("its files are gone", async || {
            !stage.photos.path().join(&dropped_photo.filename).exists()
        })
        .await;
    assert_eq!(
        reason(file(&stage, anna, &dropped_photo.filename).await),
        "photo_unknown"
    );
    let content = Content::PhotoId(dropped.to_string());
    assert_eq!(
        reason(stage.send(anna, bram, new_id(), content).await),
        "photo_unknown"
    );
    file(&stage, bram, &kept_photo.filename).await.unwrap();
}

#[tokio::test]
async fn files_that_cannot_be_deleted_keep_no_others() {
    let stage = Stage::with("photo_sweep_seconds = 1").await;
    let anna = stage.buyer(100).await;
    let photo = add(&stage, anna, new_id(), png(20, 20)).await.unwrap();
    // A folder where a file is expected, due before all others.
    let stem = "00".repeat(16);
    let folder = format!("chat/00/{stem}-1200.webp");
    let folder = stage.photos.path().join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    let db = stage.host.db("chat");
    sqlx::query!(
        "insert into stale_files (stem, due_at) values ($1, 'epoch')",
        stem
    )
    .execute(db.pool())
    .await
    .unwrap();
    stage.host.clock.advance(Duration::from_hours(25));
    let exists = || stage.photos.path().join(&photo.filename).exists();
    stage
        .until("the files of another are gone, and forgotten", async || {
            let still = sqlx::query_scalar!("select stem from stale_files").fetch_all(db.pool());
            !exists() && still.await.unwrap() == [&*stem]
        })
        .await;

    // What was in the way is gone, some day.
    std::fs::remove_dir(&folder).unwrap();
    stage.host.clock.advance(Duration::from_mins(61));
    stage
        .until("it is forgotten", async || {
            let left = sqlx::query_scalar!(r#"select count(*) as "count!" from stale_files"#);
            left.fetch_one(db.pool()).await.unwrap() == 0
        })
        .await;
}
