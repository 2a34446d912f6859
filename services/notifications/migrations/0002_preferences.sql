-- Types that a member switched off. No row: the member hears of it.
create table switched_off (
    member_id uuid        not null,
    type      text        not null,
    since     timestamptz not null,
    primary key (member_id, type),
    constraint switched_off_type_check check (type in (
        'new_conversations', 'new_messages', 'like', 'unread_message_reminders',
        'promotions', 'weekly_updates', 'news', 'reminders'
    ))
);

-- One-click unsubscribe (RFC 8058). Only hashes: a stolen table unsubscribes nobody.
create table unsubscribe_tokens (
    hash       bytea       primary key,
    member_id  uuid        not null,
    type       text,                 -- null: all mail
    created_at timestamptz not null,
    used_at    timestamptz
);
create index unsubscribe_tokens_member on unsubscribe_tokens (member_id);
create index unsubscribe_tokens_created on unsubscribe_tokens (created_at);

-- Browsers that take pushes. An endpoint is one browser: it belongs to who logged in there last.
create table push_subscriptions (
    endpoint   text        primary key,
    member_id  uuid        not null,
    slot       smallint    not null,
    p256dh     bytea       not null,
    auth       bytea       not null,
    created_at timestamptz not null,
    constraint push_subscriptions_slot_key unique (member_id, slot),
    constraint push_subscriptions_slot_check check (slot between 1 and 10),
    constraint push_subscriptions_endpoint_check check (char_length(endpoint) <= 1000),
    constraint push_subscriptions_p256dh_check check (octet_length(p256dh) = 65),
    constraint push_subscriptions_auth_check check (octet_length(auth) = 16)
);
