-- Credits that were lent to chat when their money went back: taken as soon as the member has some.
alter table lots
    add column owed       integer not null default 0, -- of the remaining ones
    add column owed_minor bigint  not null default 0, -- what is booked as lost for them
    add constraint lots_owed check (owed between 0 and remaining and owed_minor >= 0);
