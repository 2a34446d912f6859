-- Who made whom staff, when and why. Outlives the account: it names nobody but by id.
create table staff_changes (
    id         bigint      generated always as identity primary key,
    account_id uuid        not null,
    roles      text[]      not null,
    author     text        not null,
    note       text        not null,
    changed_at timestamptz not null
);
create index staff_changes_account on staff_changes (account_id, id desc);
