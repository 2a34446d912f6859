-- A member of a site. A deleted one stays, hidden, until erase_at; then the row is gone.
create table accounts (
    id              uuid        primary key,
    site_id         uuid        not null,
    status          text        not null
        constraint accounts_status_known check (status in ('not_confirmed', 'active', 'deleted')),
    email           text        not null, -- as mails are addressed
    email_key       text        not null, -- lower case: who it is
    password_hash   text        not null, -- PHC string
    profile_name    text        not null,
    birth_date      date        not null,
    gender          text        not null,
    seeking         text[]      not null
        constraint accounts_seeking_somebody check (cardinality(seeking) > 0),
    country         text        not null,
    language        text        not null,
    staff_roles     text[]      not null default '{}'
        constraint accounts_staff_roles_known check (staff_roles <@ array['moderator', 'operator']),
    created_at      timestamptz not null,
    activated_at    timestamptz,          -- the address is proven
    deleted_at      timestamptz,
    erase_at        timestamptz,
    deletion_reason text        not null default '',
    constraint accounts_email_key unique (site_id, email_key),
    constraint accounts_active_is_proven check (status <> 'active' or activated_at is not null),
    constraint accounts_deleted_has_dates
        check ((status = 'deleted') = (deleted_at is not null and erase_at is not null))
);
create index accounts_erase_at on accounts (erase_at) where erase_at is not null;

-- A login on one device. The token itself is only in the browser.
create table sessions (
    id           uuid        primary key,
    account_id   uuid        not null references accounts on delete cascade,
    token_hash   bytea       not null constraint sessions_token_hash_key unique,
    device       text        not null,
    created_at   timestamptz not null,
    last_seen_at timestamptz not null,
    hidden_at    timestamptz, -- the page was hidden and not seen since
    expires_at   timestamptz not null
);
create index sessions_account on sessions (account_id, created_at desc);
create index sessions_expires_at on sessions (expires_at);

-- Browsers that have logged in to an account: strangers' wrong passwords do not lock them out.
create table devices (
    account_id   uuid        not null references accounts on delete cascade,
    token_hash   bytea       not null,
    last_used_at timestamptz not null,
    primary key (account_id, token_hash)
);
create index devices_token_hash on devices (token_hash);
create index devices_last_used_at on devices (last_used_at);

-- Password attempts, keyed by a keyed hash, so that an address without an account has a row as well.
create table throttles (
    bucket        bytea         primary key,
    recent        timestamptz[] not null default '{}',
    level         smallint      not null default 0, -- how often the block has doubled
    blocked_until timestamptz,
    touched_at    timestamptz   not null
);
create index throttles_touched_at on throttles (touched_at);

-- Mails asked for within the last day, keyed alike.
create table allowances (
    bucket     bytea         primary key,
    times      timestamptz[] not null,
    touched_at timestamptz   not null
);
create index allowances_touched_at on allowances (touched_at);

-- What the sender of mails asks back for. Without an account: asked for by an address
-- that has none; such a row keeps both cases alike and is never answered.
create table mail_requests (
    id           uuid        primary key,
    account_id   uuid        references accounts on delete cascade,
    site_id      uuid        not null,
    kind         text        not null,
    address      text,                 -- where it goes, when not to the account's own address
    requested_at timestamptz not null,
    closed_at    timestamptz           -- overtaken: must not be sent any more
);
create index mail_requests_account on mail_requests (account_id, kind);
create index mail_requests_requested_at on mail_requests (requested_at);

-- Tokens inside mailed links. Each is bound to an account, a purpose and an address.
create table mail_tokens (
    token_hash bytea       primary key,
    account_id uuid        not null references accounts on delete cascade,
    request_id uuid        not null references mail_requests on delete cascade,
    purpose    text        not null,
    email      text        not null, -- the address the link was mailed to
    email_key  text        not null,
    expires_at timestamptz not null,
    used_at    timestamptz
);
create index mail_tokens_account on mail_tokens (account_id, purpose);
create index mail_tokens_request on mail_tokens (request_id);
create index mail_tokens_expires_at on mail_tokens (expires_at);

-- What members agreed to and took back: a history, the newest row of a kind holds.
create table consents (
    id         bigint      generated always as identity primary key,
    account_id uuid        not null references accounts on delete cascade,
    kind       text        not null
        constraint consents_kind_known check (kind in ('terms', 'tracking', 'sensitive')),
    granted    boolean     not null,
    version    text        not null,
    changed_at timestamptz not null
);
create index consents_account on consents (account_id, kind, id desc);

-- Where a member came from; only with consent.
create table tracking_records (
    account_id  uuid        primary key references accounts on delete cascade,
    network     text        not null,
    ref         text        not null,
    sub1        text        not null,
    sub2        text        not null,
    sub3        text        not null,
    recorded_at timestamptz not null
);
