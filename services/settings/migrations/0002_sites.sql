-- Settings travel, change and are versioned whole and no query filters on them, hence one
-- document; what must be unique or must exist is generated from it, so it cannot differ.
create table sites (
    id         uuid   not null,
    version    bigint not null,
    settings   jsonb  not null,
    domain     text   not null generated always as (settings ->> 'domain') stored,
    company_id uuid   not null generated always as ((settings ->> 'company_id')::uuid) stored,
    constraint sites_pkey primary key (id),
    constraint sites_domain_key unique (domain),
    constraint sites_company_fkey foreign key (company_id) references companies (id),
    constraint sites_version_counts_from_one check (version >= 1),
    constraint sites_id_of_settings check (id = (settings ->> 'id')::uuid)
);

create index sites_company_id on sites (company_id);

-- Every version there ever was, the present one too: who changed what, when and why.
create table site_versions (
    site_id    uuid        not null,
    version    bigint      not null,
    author     text        not null,
    note       text        not null,
    changed_at timestamptz not null,
    settings   jsonb       not null,
    constraint site_versions_pkey primary key (site_id, version),
    constraint site_versions_site_fkey foreign key (site_id) references sites (id)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end
$$;

create trigger site_versions_never_change
    before update or delete on site_versions
    for each row execute function refuse_change();
