-- Who can be found, and by what: active, visible profiles and nobody else, so that every index is
-- as partial as it can be. `facet` packs kind, gender, whom sought and photo (src/facet.rs).
create table profile_search (
    member_id   uuid                     primary key,
    site_id     uuid                     not null,
    facet       smallint                 not null,
    country     text         collate "C" not null,
    region_id   integer                  not null, -- 0: not told
    birth_date  date                     not null,
    last_active timestamptz              not null, -- in steps of ten minutes
    traits      bigint                   not null,
    interests   bigint                   not null
);
create index profile_search_region_recent
    on profile_search (site_id, facet, country, region_id, last_active desc, member_id desc)
    include (birth_date, traits, interests);
create index profile_search_country_recent
    on profile_search (site_id, facet, country, last_active desc, member_id desc)
    include (region_id, birth_date, traits, interests);
create index profile_search_region_birth
    on profile_search (site_id, facet, country, region_id, birth_date)
    include (traits, interests);
create index profile_search_country_birth
    on profile_search (site_id, facet, country, birth_date)
    include (traits, interests);
-- Index-only scans want the visibility map fresh.
alter table profile_search set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- How many of `profile_search` were born in a month; region 0 counts the whole country.
create table facet_month (
    site_id     uuid             not null,
    facet       smallint         not null,
    country     text collate "C" not null,
    region_id   integer          not null,
    birth_month integer          not null, -- year * 12 + month - 1
    n           integer          not null constraint facet_month_counts check (n >= 0),
    primary key (site_id, facet, country, region_id, birth_month) include (n)
);

-- Keeps the counts in the transaction of the change, whoever makes it.
create function count_facet() returns trigger language plpgsql as $$
declare
    change record;
begin
    -- In one order for all, so that no two transactions wait for each other.
    for change in
        select   site_id, facet, country, region_id, birth_month, sum(step)::integer as step
        from     (
            select new.site_id, new.facet, new.country, region as region_id,
                   (extract(year from new.birth_date) * 12
                       + extract(month from new.birth_date) - 1)::integer as birth_month,
                   1 as step
            from   unnest(array[0, nullif(new.region_id, 0)]) as region
            where  tg_op <> 'DELETE' and region is not null
            union all
            select old.site_id, old.facet, old.country, region,
                   (extract(year from old.birth_date) * 12
                       + extract(month from old.birth_date) - 1)::integer,
                   -1
            from   unnest(array[0, nullif(old.region_id, 0)]) as region
            where  tg_op <> 'INSERT' and region is not null
        ) as steps
        group by 1, 2, 3, 4, 5
        having   sum(step) <> 0
        order by 1, 2, 3, 4, 5
    loop
        if change.step > 0 then
            insert into facet_month as f (site_id, facet, country, region_id, birth_month, n)
            values (change.site_id, change.facet, change.country, change.region_id,
                    change.birth_month, change.step)
            on conflict (site_id, facet, country, region_id, birth_month)
            do update set n = f.n + excluded.n;
        else
            update facet_month as f
            set    n = f.n + change.step
            where  f.site_id = change.site_id and f.facet = change.facet
              and  f.country = change.country and f.region_id = change.region_id
              and  f.birth_month = change.birth_month;
            if not found then
                raise exception 'facet_month lost a count';
            end if;
        end if;
    end loop;
    return null;
end
$$;
create trigger profile_search_counted
    after insert or delete or update of site_id, facet, country, region_id, birth_date
    on profile_search
    for each row execute function count_facet();

-- The facet of a profile; src/facet.rs packs alike.
create function facet_of(kind text, has_photo boolean, gender text, seeking text[]) returns smallint
language sql immutable parallel safe as $$
    select (
        case kind when 'fictional' then 64 else 0 end
        + case when has_photo then 32 else 0 end
        + case gender when 'woman' then 0 when 'man' then 8 else 16 end
        + case when 'woman' = any (seeking) then 1 else 0 end
        + case when 'man' = any (seeking) then 2 else 0 end
        + case when 'nonbinary' = any (seeking) then 4 else 0 end
    )::smallint
$$;
