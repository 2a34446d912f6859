-- What can be bought, per site.
create table packages (
    site_id     uuid    not null,
    id          text    not null,
    credits     integer not null check (credits > 0),
    price_minor bigint  not null check (price_minor > 0),
    currency    text    not null check (currency ~ '^[A-Z]{3}$'),
    position    integer not null,
    active      boolean not null default true,
    primary key (site_id, id)
);

create table discount_codes (
    id             bigint generated always as identity primary key,
    site_id        uuid    not null,
    code           text    not null check (code = upper(code)),
    percentage     integer not null check (percentage between 1 and 100),
    country        text,              -- null: everywhere
    member_id      uuid,              -- null: everybody
    currency       text,
    minimum_minor  bigint  not null default 0 check (minimum_minor >= 0),
    expires_at     timestamptz,
    window_seconds integer,           -- counts from the member's sign-up; for those who never paid
    once           boolean not null default true,
    methods        text[]  not null default '{}', -- empty: all
    active         boolean not null default true,
    constraint discount_codes_code unique (site_id, code)
);

-- A member's purchase. `created` means: the provider's answer is not known yet.
create table orders (
    id                 uuid primary key, -- made by the browser; also the provider's idempotency key
    position           bigint generated always as identity unique,
    member_id          uuid        not null references members,
    site_id            uuid        not null,
    status             text        not null check (status in (
        'created', 'pending', 'paid', 'cancelled', 'expired', 'failed',
        'part_refunded', 'refunded', 'charged_back', 'quarantined')),
    package_id         text        not null,
    credits            integer     not null check (credits > 0),
    amount_minor       bigint      not null check (amount_minor > 0),
    currency           text        not null,
    method             text        not null,
    discount_code      text        not null default '',
    locale             text        not null,
    return_url         text        not null,
    webhook_url        text        not null,
    accepted_at        timestamptz not null, -- agreed that delivery begins at once
    provider           text        not null,
    provider_ref       text,
    checkout_url       text,
    created_at         timestamptz not null,
    paid_at            timestamptz,
    refunded_minor     bigint      not null default 0 check (refunded_minor >= 0),
    charged_back_minor bigint      not null default 0 check (charged_back_minor >= 0),
    trouble            text,                 -- what did not match
    next_check_at      timestamptz,          -- null: nothing is awaited
    checks             integer     not null default 0,
    constraint orders_payment unique (provider, provider_ref)
);
create index orders_by_member on orders (member_id, position desc);
create index orders_to_check on orders (next_check_at) where next_check_at is not null;

-- What is bound to an order is not to be had for another; it is released when the order comes to nothing.
create table discount_redemptions (
    order_id    uuid primary key references orders,
    code_id     bigint      not null references discount_codes,
    member_id   uuid        not null references members,
    once        boolean     not null,
    bound_at    timestamptz not null,
    released_at timestamptz
);
create unique index discount_redemptions_once on discount_redemptions (code_id, member_id)
    where once and released_at is null;

-- Bought credits in the order they are used up: first in, first out.
create table lots (
    order_id  uuid primary key references orders,
    member_id uuid        not null references members,
    credits   integer     not null check (credits > 0),
    remaining integer     not null,
    bought_at timestamptz not null,
    constraint lots_remaining check (remaining between 0 and credits)
);
create index lots_of_member on lots (member_id, bought_at) where remaining > 0;

-- Withdrawals asked for and confirmed, one for each order.
create table withdrawals (
    order_id     uuid primary key references orders,
    asked_at     timestamptz not null,
    confirmed_at timestamptz,
    credits      integer     not null,
    amount_minor bigint      not null
);

-- Money on its way back. The id is the provider's idempotency key.
create table refunds (
    id            uuid primary key,
    order_id      uuid        not null unique references orders,
    member_id     uuid        not null references members,
    amount_minor  bigint      not null check (amount_minor > 0),
    currency      text        not null,
    provider_ref  text,
    created_at    timestamptz not null,
    next_try_at   timestamptz,      -- null: sent, or void
    voided_at     timestamptz
);
create index refunds_to_send on refunds (next_try_at) where next_try_at is not null;
