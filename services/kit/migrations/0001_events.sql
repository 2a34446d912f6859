-- Events on their way out, in Debezium's column shape, so that change data
-- capture can take the relay's place.
create table outbox (
    position      bigint generated always as identity primary key,
    id            uuid        not null unique,
    aggregatetype text        not null, -- the topic
    aggregateid   text        not null, -- the key that orders
    type          text        not null, -- the kind of event
    payload       bytea       not null,
    headers       jsonb       not null default '{}',
    created_at    timestamptz not null
);

-- Events that have taken effect, one row per consumer.
create table inbox (
    consumer   text        not null,
    event_id   uuid        not null,
    handled_at timestamptz not null,
    primary key (consumer, event_id)
);
create index inbox_handled_at on inbox (handled_at);

-- Events that a consumer could not take, waiting for a person.
create table dead_letter (
    consumer      text        not null,
    id            uuid        not null,
    aggregatetype text        not null,
    aggregateid   text        not null,
    type          text        not null,
    payload       bytea       not null,
    headers       jsonb       not null,
    reason        text        not null,
    parked_at     timestamptz not null,
    primary key (consumer, id)
);
