-- The oldest refund that was not sent is watched.
create index refunds_unsent on refunds (created_at) where provider_ref is null and voided_at is null;

-- The sandbox's refunds say which of ours they are, and may come back, as a provider's do.
alter table sandbox_refunds
    add column metadata jsonb not null default 'null',
    add column status   text  not null default 'pending';
