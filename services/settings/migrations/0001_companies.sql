-- Who runs a site, as the law wants it named.
create table companies (
    id              uuid        not null,
    name            text        not null,
    address         text        not null,
    kvk             text        not null,
    city            text        not null,
    country         text        not null,
    tradenames      text[]      not null,
    vat_numbers     text[]      not null,
    support_phone   text        not null,
    delete_discount integer     not null,
    added           timestamptz not null,
    constraint companies_pkey primary key (id),
    constraint companies_delete_discount_percent check (delete_discount between 0 and 100)
);
