-- Mails of a demonstration, kept instead of sent. Empty everywhere else.
create table mailbox (
    request_id  uuid        primary key, -- a mail that arrives twice is kept once
    member_id   uuid        not null,
    recipient   text        not null,
    kind        text        not null,
    subject     text        not null,
    text        text        not null,
    html        text        not null,
    headers     jsonb       not null,
    received_at timestamptz not null
);
create index mailbox_received on mailbox (received_at desc, request_id desc);
create index mailbox_recipient on mailbox (lower(recipient));
create index mailbox_member on mailbox (member_id);
