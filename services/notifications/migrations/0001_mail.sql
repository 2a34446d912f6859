-- Mails to send and mails that were sent. Ids only: the address, the name and
-- the link are asked of accounts when the mail leaves, and are never stored.
create table mail_jobs (
    request_id   uuid        primary key, -- also the Message-ID, so that a mail that leaves twice is known as one
    member_id    uuid        not null,
    site_id      uuid        not null,
    kind         text        not null,
    state        text        not null default 'queued',
    attempts     integer     not null default 0,
    due_at       timestamptz not null,    -- when it may be taken next; while it is being sent, the end of the lease
    requested_at timestamptz not null,
    finished_at  timestamptz,
    trouble      text,                    -- a word, never the mail server's text: that quotes addresses
    constraint mail_jobs_state_check check (state in ('queued', 'sent', 'failed', 'cancelled')),
    constraint mail_jobs_finished_check check ((state = 'queued') = (finished_at is null))
);
create index mail_jobs_due on mail_jobs (due_at) where state = 'queued';
create index mail_jobs_member on mail_jobs (member_id);
create index mail_jobs_finished on mail_jobs (finished_at) where state <> 'queued';

-- Members whose account is deleted: nothing but the deletion mail goes to them.
create table deleted_members (
    member_id uuid        primary key,
    since     timestamptz not null
);

-- Why a member gets no mail but what their account needs.
create table mail_off (
    member_id uuid        not null,
    reason    text        not null,
    since     timestamptz not null,
    primary key (member_id, reason),
    constraint mail_off_reason_check check (reason in ('fbl', 'bounce', 'list-unsubscribe'))
);
