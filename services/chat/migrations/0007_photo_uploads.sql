-- A retry sends the same picture again; the same id with another picture is a mistake. Null: added
-- before this was kept.
alter table photos add column upload_hash bytea; -- SHA-256
create index photos_unsent_member on photos (member_id, added_at) where sent_at is null;
