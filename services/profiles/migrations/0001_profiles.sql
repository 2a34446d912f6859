-- What is known of an account. It may come by event before the profile does.
create table accounts (
    member_id uuid    primary key,
    site_id   uuid    not null,
    confirmed boolean not null default false, -- the mail address is proven
    deleted   boolean not null default false  -- hidden, may be taken back
);

-- Copy of billing's: members who have bought credits.
create table premium_members (
    member_id uuid primary key
);

-- Profiles to be created as soon as accounts answers.
create table profile_jobs (
    member_id uuid        primary key,
    due_at    timestamptz not null,
    attempts  integer     not null default 0
);
create index profile_jobs_due_at on profile_jobs (due_at);

-- What a member shows of themselves.
create table profiles (
    member_id   uuid        primary key,
    site_id     uuid        not null,
    kind        text        not null
        constraint profiles_kind_known check (kind in ('member', 'fictional')),
    revision    bigint      not null default 1,
    name        text        not null,
    birth_date  date        not null,
    gender      text        not null
        constraint profiles_gender_known check (gender in ('woman', 'man', 'nonbinary')),
    seeking     text[]      not null
        constraint profiles_seeking_known check (
            cardinality(seeking) > 0 and seeking <@ array['woman', 'man', 'nonbinary']
        ),
    country     text        not null,
    region_id   integer     not null default 0, -- 0: not told
    city_id     integer     not null default 0, -- 0: not told
    cell_row    integer,                        -- grid cell of about 5 km; never anything finer
    cell_column integer,
    about       text        not null default ''
        constraint profiles_about_short check (char_length(about) <= 1000),
    traits      bigint      not null default 0, -- one bit for each word of each field
    interests   bigint      not null default 0, -- one bit for each interest
    invisible   boolean     not null default false,
    taken_down  boolean     not null default false,
    moved_on    date,                           -- day of the last change of place
    moves       integer     not null default 0, -- changes of place on that day
    created_at  timestamptz not null,
    constraint profiles_cell_whole check ((cell_row is null) = (cell_column is null))
);

-- Who is behind a profile is settled when it is made.
create function keep_kind() returns trigger language plpgsql as $$
begin
    raise exception 'the kind of a profile never changes' using errcode = 'check_violation';
end
$$;
create trigger profiles_kind_fixed
    before update of kind on profiles
    for each row when (old.kind is distinct from new.kind)
    execute function keep_kind();

-- When a member was last here. Narrow and updated in place, for it is written all day.
create table presence (
    member_id   uuid        primary key,
    last_active timestamptz not null
) with (fillfactor = 70);

-- Photos in their order; the first is the main one. Files are named after `stem`.
create table photos (
    member_id uuid        not null references profiles on delete cascade,
    photo_id  uuid        not null, -- made by the browser
    stem      text        not null constraint photos_stem_key unique,
    width     integer     not null,
    height    integer     not null,
    blur_hash text        not null,
    position  integer     not null,
    added_at  timestamptz not null,
    primary key (member_id, photo_id),
    constraint photos_position_key unique (member_id, position) deferrable initially deferred
);

-- Files to delete: of photos removed, or written for a photo that was never stored.
create table stale_files (
    stem   text        primary key,
    due_at timestamptz not null
);
create index stale_files_due_at on stale_files (due_at);

-- Copy of matching's. Either way round nobody sees the other.
create table blocks (
    blocker_id  uuid        not null,
    blocked_id  uuid        not null,
    recorded_at timestamptz not null, -- an older unblocking does not undo it
    primary key (blocker_id, blocked_id)
);
create index blocks_blocked on blocks (blocked_id, blocker_id);

-- What a list shows of each.
create view cards as
select    p.member_id, p.site_id, p.kind, p.name, p.birth_date, p.gender, p.seeking, p.country,
          p.region_id, p.city_id, p.cell_row, p.cell_column,
          case
              when p.taken_down or coalesce(a.deleted, false) then 'hidden'
              when p.kind = 'fictional' or coalesce(a.confirmed, false) then 'active'
              else 'disabled'
          end as status,
          s.last_active, f.photo_id, f.stem, f.width, f.height, f.blur_hash
from      profiles p
left join accounts a on a.member_id = p.member_id
left join presence s on s.member_id = p.member_id
left join lateral (
    select   photo_id, stem, width, height, blur_hash
    from     photos
    where    photos.member_id = p.member_id
    order by position
    limit    1
) f on true;
