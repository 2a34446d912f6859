-- The built-in payment sandbox, used by demonstrations and tests only. It plays an outside party: nothing of
-- billing reads these tables but through HTTP, and they outlive a killed process as a provider's records would.
create table sandbox_payments (
    id               text primary key,
    position         bigint generated always as identity,
    idempotency_key  text unique,
    status           text        not null,
    amount           text        not null, -- decimal, as on the wire
    currency         text        not null,
    method           text,
    description      text        not null,
    redirect_url     text        not null,
    webhook_url      text,
    metadata         jsonb       not null,
    refunded_minor   bigint      not null default 0,
    charged_back     boolean     not null default false,
    created_at       timestamptz not null,
    expires_at       timestamptz not null,
    pays_at          timestamptz
);
create table sandbox_refunds (
    id              text primary key,
    payment_id      text        not null references sandbox_payments,
    idempotency_key text unique,
    amount          text        not null,
    currency        text        not null,
    created_at      timestamptz not null
);
create table sandbox_webhooks (
    position   bigint generated always as identity primary key,
    payment_id text        not null references sandbox_payments,
    url        text        not null,
    due_at     timestamptz,          -- null: held until released
    tries      integer     not null default 0
);
