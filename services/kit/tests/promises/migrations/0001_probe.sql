-- What the handler under test wrote down: without any constraint, so that a second effect would show.
create table heard (
    position bigint generated always as identity primary key,
    member   text not null,
    word     text not null
);

-- Aggregates whose row locks order their events.
create table counters (
    member text   primary key,
    value  bigint not null
);
