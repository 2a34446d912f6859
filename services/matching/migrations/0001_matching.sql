-- What matching needs to know of members, told by profiles.
create table members (
    member_id uuid     primary key,
    site_id   uuid     not null,
    revision  bigint   not null,
    kind      text     not null
        constraint members_kind_known check (kind in ('member', 'fictional')),
    active    boolean  not null  -- address confirmed, not hidden
);

-- Two members, one row: their likes meet here, so that a match can be neither missed nor made twice.
create table pairs (
    low           uuid        not null,
    high          uuid        not null,
    site_id       uuid        not null,
    low_liked_at  timestamptz, -- low likes high
    high_liked_at timestamptz,
    low_seen      boolean     not null default false, -- high has seen that low likes them
    high_seen     boolean     not null default false,
    matched_at    timestamptz,
    primary key (low, high),
    constraint pairs_in_order check (low < high),
    constraint pairs_match_is_mutual check (
        (matched_at is not null) = (low_liked_at is not null and high_liked_at is not null)
    )
);
create index pairs_high on pairs (high);

-- Who has shut whom out. A row counts from the moment it is there; it is settled once chat and
-- profiles have acknowledged it.
create table blocks (
    blocker_id uuid        not null,
    blocked_id uuid        not null,
    site_id    uuid        not null,
    since      timestamptz not null,
    lifted_at  timestamptz,          -- asked to be lifted; goes away once chat and profiles know
    settled    boolean     not null default false,
    touched_at timestamptz not null, -- last time somebody worked on it
    primary key (blocker_id, blocked_id),
    constraint blocks_not_self check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id);
create index blocks_unsettled on blocks (touched_at) where not settled or lifted_at is not null;

-- The swipe game: whom a member has decided about, and how many likes a day.
create table swipes (
    member_id uuid        not null,
    target_id uuid        not null,
    liked     boolean     not null,
    swiped_at timestamptz not null,
    primary key (member_id, target_id)
);
create table swipe_days (
    member_id uuid     not null,
    day       date     not null, -- in the site's time zone
    likes     smallint not null constraint swipe_days_counts check (likes >= 0),
    primary key (member_id, day)
);
