-- A mail may be about a conversation, about somebody, or (likes) about the member's own likes.
-- While one stands, no second one about the same is queued.
alter table mail_jobs
    add column about    uuid,
    add column other_id uuid,                       -- the other member
    add column standing boolean not null default false,
    add constraint mail_jobs_standing_check check (not standing or about is not null);
create unique index mail_jobs_standing on mail_jobs (member_id, about) where standing;
create index mail_jobs_other on mail_jobs (other_id) where other_id is not null;

-- Messages that their receiver has not read, and likes that the liked has not seen: what the
-- badge counts, and what makes news worth telling at the moment it leaves.
create table unread_messages (
    member_id       uuid        not null,
    conversation_id uuid        not null,
    sequence        bigint      not null,
    sender_id       uuid        not null,
    heard_at        timestamptz not null,
    primary key (member_id, conversation_id, sequence)
);
create index unread_messages_sender on unread_messages (sender_id);
create index unread_messages_heard on unread_messages (heard_at);

create table new_likes (
    member_id uuid        not null,
    liker_id  uuid        not null,
    heard_at  timestamptz not null,
    mailed_at timestamptz,          -- a mail has told of it
    primary key (member_id, liker_id)
);
create index new_likes_liker on new_likes (liker_id);
create index new_likes_heard on new_likes (heard_at);

-- A browser takes one push at a time: the subscription carries the lease and the pause.
alter table push_subscriptions
    add column wanted_at  timestamptz,                            -- when the next push is due; null: none waits
    add column busy_until timestamptz not null default 'epoch',   -- end of the lease, or of the pause the push service asked for
    add column tries      integer     not null default 0;         -- in a row; also the proof of the lease
create index push_subscriptions_due on push_subscriptions ((greatest(wanted_at, busy_until)))
    where wanted_at is not null;

-- Pushes to send. Nothing of their text: it is written when they leave.
create table pushes (
    endpoint  text        not null references push_subscriptions on delete cascade,
    about     uuid        not null, -- the conversation, or who liked or matched
    kind      text        not null,
    member_id uuid        not null, -- whose push it is: the browser may be another's by now
    other_id  uuid        not null,
    site_id   uuid        not null,
    due_at    timestamptz not null,
    heard_at  timestamptz not null,
    revision  integer     not null default 1, -- rises when there is more to tell while one is on its way
    primary key (endpoint, about),
    constraint pushes_kind_check check (kind in ('new_conversation', 'new_message', 'like', 'match'))
);
create index pushes_member on pushes (member_id, about);
create index pushes_other on pushes (other_id);

-- The deployment's key pair for pushes (VAPID), made at the first start.
create table push_keys (
    one         boolean     primary key default true,
    private_key bytea       not null,
    made_at     timestamptz not null,
    constraint push_keys_one_check check (one),
    constraint push_keys_length_check check (octet_length(private_key) = 32)
);
