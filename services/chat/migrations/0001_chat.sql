-- What chat needs to know of members. Each column belongs to the service that tells it, and any
-- of them may speak first.
create table members (
    member_id uuid    primary key,
    site_id   uuid    not null,
    -- profiles
    kind      text    not null default 'member'
        constraint members_kind_known check (kind in ('member', 'fictional')),
    revision  bigint  not null default 0,     -- of the profile; 0: none was told yet
    active    boolean not null default false, -- address confirmed, not hidden
    hidden    boolean not null default false, -- not to be shown any more
    -- accounts
    confirmed boolean not null default false,
    deleted   boolean not null default false,
    erased    boolean not null default false, -- for good; the row stays, so that no late event undoes it
    -- billing
    premium   boolean not null default false,
    -- chat
    fictional_acknowledged_at timestamptz
);

-- Two members, one row: what they do to each other takes turns here. Its id is made of theirs, so
-- that a pair is found, locked and placed in a partition by one key. A block alone makes a row
-- without messages; nobody is shown it.
create table conversations (
    conversation_id uuid        primary key,
    low             uuid        not null,
    high            uuid        not null,
    site_id         uuid,                         -- known with the first message
    last_sequence   bigint      not null default 0,
    updated_at      timestamptz,
    low_sent        bigint      not null default 0,
    high_sent       bigint      not null default 0,
    low_free        smallint,                     -- free messages used; null: has no free ones here
    high_free       smallint,
    low_read        bigint      not null default 0,
    high_read       bigint      not null default 0,
    low_unread      bigint      not null default 0,
    high_unread     bigint      not null default 0,
    low_removed     bigint      not null default 0, -- out of the list up to this sequence number
    high_removed    bigint      not null default 0,
    low_blocks      boolean     not null default false, -- copy of matching's: low has shut high out
    high_blocks     boolean     not null default false,
    low_blocks_at   timestamptz,                  -- last time that changed
    high_blocks_at  timestamptz,
    constraint conversations_in_order check (low < high),
    constraint conversations_have_a_site check (site_id is not null or last_sequence = 0),
    constraint conversations_count check (low_sent + high_sent = last_sequence),
    constraint conversations_marks check (
        greatest(low_read, high_read, low_removed, high_removed) <= last_sequence
        and low_unread between 0 and high_sent and high_unread between 0 and low_sent
    )
) with (fillfactor = 70); -- updated in place by every message: no index on what changes
create index conversations_low on conversations (low);
create index conversations_high on conversations (high);

create table messages (
    conversation_id uuid        not null,
    sequence        bigint      not null,
    message_id      uuid        not null,
    sender_id       uuid        not null,
    sent_at         timestamptz not null,
    text            text,
    gift            text,
    photo_id        uuid,
    price           integer     not null, -- credits
    lease_id        uuid,
    primary key (conversation_id, sequence),
    constraint messages_one_content check (num_nonnulls(text, gift, photo_id) = 1),
    constraint messages_paid_from_a_lease check (price >= 0 and (price > 0) = (lease_id is not null))
);

create index messages_photo on messages (photo_id) where photo_id is not null;

-- Every message id there is, whoever made it: billing books each of them once.
create table message_ids (
    message_id      uuid   primary key,
    conversation_id uuid   not null,
    sequence        bigint not null
);

-- Free conversations a member has used.
create table allowances (
    member_id     uuid     primary key,
    conversations smallint not null constraint allowances_count check (conversations > 0)
);

-- Credits that billing has lent. `asked`: billing may or may not have granted it. `open`: messages
-- are paid from it. `closing`: what was spent is final, and billing is to take back the rest.
create table purses (
    member_id uuid        not null,
    lease_id  uuid        not null,
    site_id   uuid        not null,
    state     text        not null default 'asked'
        constraint purses_state_known check (state in ('asked', 'open', 'closing')),
    granted   integer     not null default 0,
    paid      integer     not null default 0, -- of the granted, how many were bought
    spent     integer     not null default 0,
    used_at   timestamptz not null,           -- asked, or last paid from
    primary key (member_id, lease_id),
    constraint purses_never_overspent check (spent between 0 and granted),
    constraint purses_paid_share check (paid between 0 and granted)
) with (fillfactor = 70);
create index purses_to_close on purses (lease_id) where state <> 'open';

-- Photos to be sent, and sent ones. Files are named after `stem`.
create table photos (
    photo_id  uuid        primary key, -- made by the browser
    member_id uuid        not null,
    stem      text        not null constraint photos_stem_key unique,
    width     integer     not null,
    height    integer     not null,
    blur_hash text        not null,
    added_at  timestamptz not null,
    sent_at   timestamptz               -- with the first message that shows it
);
create index photos_member on photos (member_id);
create index photos_unsent on photos (added_at) where sent_at is null;

-- Files to delete: of photos that are gone, or written for a photo that was never stored.
create table stale_files (
    stem   text        primary key,
    due_at timestamptz not null
);

-- A conversation as one of its two sees it.
create view sides as
select conversation_id, site_id, low as member_id, high as peer_id, last_sequence, updated_at,
       low_read as read, high_read as peer_read, low_unread as unread, low_removed as removed,
       low_free as free_used, low_blocks or high_blocks as blocked
from   conversations
union all
select conversation_id, site_id, high, low, last_sequence, updated_at,
       high_read, low_read, high_unread, high_removed,
       high_free, low_blocks or high_blocks
from   conversations;

-- The same with the other member's state and the latest message.
create view overview as
select    s.*,
          s.blocked or p.member_id is null or p.deleted or p.hidden or p.revision = 0 as read_only,
          coalesce(p.kind = 'fictional', false) as peer_fictional,
          m.message_id, m.sender_id, m.sent_at, m.text, m.gift, m.price,
          f.photo_id, f.stem, f.width, f.height, f.blur_hash
from      sides s
left join members p on p.member_id = s.peer_id
left join messages m on m.conversation_id = s.conversation_id and m.sequence = s.last_sequence
left join photos f on f.photo_id = m.photo_id;

-- Messages with their photos and with who may see them.
create view shown as
select    m.conversation_id, m.sequence, m.message_id, m.sender_id, m.sent_at, m.text, m.gift, m.price,
          f.photo_id, f.stem, f.width, f.height, f.blur_hash,
          c.low, c.high, c.low_blocks or c.high_blocks as blocked
from      messages m
join      conversations c on c.conversation_id = m.conversation_id
left join photos f on f.photo_id = m.photo_id;
