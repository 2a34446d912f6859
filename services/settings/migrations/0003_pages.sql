-- Legal and help texts. A member agreed to a version, so a version stays as it was.
create table pages (
    site_id    uuid        not null,
    slug       text        not null,
    language   text        not null,
    version    integer     not null,
    title      text        not null,
    markdown   text        not null,
    valid_from timestamptz not null,
    added_at   timestamptz not null,
    constraint pages_pkey primary key (site_id, slug, language, version),
    constraint pages_site_fkey foreign key (site_id) references sites (id),
    constraint pages_version_counts_from_one check (version >= 1)
);

create trigger pages_never_change
    before update or delete on pages
    for each row execute function refuse_change();
