-- Members as far as money goes. Changing anybody's money begins by locking their row here.
create table members (
    id            uuid primary key,
    site_id       uuid        not null,
    country       text,                 -- unknown until accounts has told, and after erasure
    signed_up_at  timestamptz,          -- likewise
    premium_since timestamptz,
    revision      bigint      not null default 0, -- of CreditsChanged
    daily_limit   integer     not null default 0 check (daily_limit >= 0), -- credits; 0: none
    weekly_limit  integer     not null default 0 check (weekly_limit >= 0),
    bonus_due_at  timestamptz,          -- credits for signing up are to be booked
    deleted_at    timestamptz
);
create index members_bonus_due on members (bonus_due_at) where bonus_due_at is not null;

-- The ledger: double entry, append only. `provider` is who says so: a payment provider, chat, or billing itself.
create table ledger_transactions (
    position  bigint generated always as identity primary key,
    id        uuid        not null unique,
    provider  text        not null,
    reference text        not null,
    kind      text        not null check (kind in (
        'purchase', 'bonus', 'hold', 'release', 'message', 'photo', 'gift',
        'withdrawal', 'refund', 'void', 'reversal', 'chargeback')),
    member_id uuid        not null references members,
    booked_at timestamptz not null,
    -- Credited once, charged once.
    constraint ledger_transactions_once unique (provider, reference, kind)
);
create index ledger_transactions_by_member on ledger_transactions (member_id, position desc)
    where kind not in ('hold', 'release');

-- The unit is CREDIT, or an ISO 4217 currency in its minor units.
create table ledger_entries (
    transaction_id uuid   not null references ledger_transactions (id),
    account        text   not null,
    unit           text   not null,
    member_id      uuid   references members,
    amount         bigint not null check (amount <> 0),
    primary key (transaction_id, account, unit),
    check ((account in ('paid', 'bonus', 'held_paid', 'held_bonus')) = (member_id is not null)),
    check (member_id is null or unit = 'CREDIT')
);
create index ledger_entries_by_member on ledger_entries (member_id) where member_id is not null;

-- What the entries of a member's account add up to. Accounts of the house have no row:
-- every purchase would wait for the same one.
create table balances (
    member_id uuid   not null references members,
    account   text   not null check (account in ('paid', 'bonus', 'held_paid', 'held_bonus')),
    balance   bigint not null default 0,
    primary key (member_id, account),
    constraint balances_not_negative check (balance >= 0)
);

-- Entries of one transaction come in one statement, sum to zero in each unit, and move the balances.
create function ledger_book() returns trigger language plpgsql as $$
declare
    accounts bigint;
    moved    bigint;
begin
    if exists (
        select from added group by transaction_id, unit having sum(amount) <> 0
    ) then
        raise exception 'entries of a transaction do not sum to zero'
            using errcode = 'check_violation', constraint = 'ledger_sums_to_zero';
    end if;
    select count(distinct (member_id, account)) into accounts from added where member_id is not null;
    update balances
    set    balance = balances.balance + change.amount
    from   (
        select member_id, account, sum(amount)::bigint as amount
        from   added
        where  member_id is not null
        group  by member_id, account
    ) change
    where  balances.member_id = change.member_id
    and    balances.account = change.account;
    get diagnostics moved = row_count;
    if moved <> accounts then
        raise exception 'an account is missing'
            using errcode = 'foreign_key_violation', constraint = 'ledger_account_exists';
    end if;
    return null;
end
$$;
create trigger ledger_book after insert on ledger_entries
    referencing new table as added for each statement execute function ledger_book();

create function ledger_append_only() returns trigger language plpgsql as $$
begin
    raise exception 'the ledger is append only: book a correction'
        using errcode = 'check_violation', constraint = 'ledger_append_only';
end
$$;
create trigger ledger_append_only before update or delete or truncate on ledger_transactions
    for each statement execute function ledger_append_only();
create trigger ledger_append_only before update or delete or truncate on ledger_entries
    for each statement execute function ledger_append_only();

-- Credits lent to chat. What of it is neither spent nor returned is in the held accounts.
create table leases (
    id             uuid primary key,
    member_id      uuid        not null references members,
    site_id        uuid        not null,
    paid           integer     not null check (paid >= 0),
    bonus          integer     not null check (bonus >= 0),
    spent_paid     integer     not null default 0 check (spent_paid >= 0),
    spent_bonus    integer     not null default 0 check (spent_bonus >= 0),
    returned_paid  integer     not null default 0 check (returned_paid >= 0),
    returned_bonus integer     not null default 0 check (returned_bonus >= 0),
    opened_at      timestamptz not null,
    closed_at      timestamptz,
    constraint leases_paid_within check (spent_paid + returned_paid <= paid),
    constraint leases_bonus_within check (spent_bonus + returned_bonus <= bonus)
);
create index leases_open on leases (opened_at) where closed_at is null;

-- Leases that were closed before they were granted: the grant comes too late.
create table lease_tombstones (
    id        uuid primary key,
    closed_at timestamptz not null
);

-- Paid messages, once each, waiting to be settled in batches.
create table spends (
    message_id uuid primary key,
    member_id  uuid        not null,
    site_id    uuid        not null,
    lease_id   uuid        not null,
    kind       text        not null check (kind in ('message', 'photo', 'gift')),
    credits    integer     not null check (credits > 0),
    sent_at    timestamptz not null,
    settled_at timestamptz
);
create index spends_waiting on spends (member_id) where settled_at is null;
create index spends_by_member on spends (member_id, sent_at);
