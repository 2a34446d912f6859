insert into accounts (member_id, site_id, confirmed)
select id, site_id, confirmed from people
on conflict do nothing;

insert into profiles (
    member_id, site_id, kind, revision, name, birth_date, gender, seeking, country, region_id, city_id, about, traits,
    interests, invisible, created_at
)
select id, site_id, 'member', 1, name, birth_date, gender, seeking, country, region_id, city_id,
       'Number ' || n || ' of a benchmark. A text about oneself is about as long as this one, so that a row is about as '
           || 'wide as one that somebody wrote, and a page of rows holds about as many of them.',
       traits, interests, invisible, created_at
from   people
on conflict do nothing;

insert into presence (member_id, last_active)
select id, last_active from people
on conflict do nothing;

-- Rows without files: what is measured does not look at them.
insert into photos (member_id, photo_id, stem, width, height, blur_hash, position, added_at)
select id, id, secret, 480, 600, 'L6PZfSi_.AyE_3t7t7R**0o#DgR4', 0, created_at
from   people
where  has_photo
on conflict (member_id, photo_id) do nothing;

insert into profile_search (
    member_id, site_id, facet, country, region_id, birth_date, last_active, traits, interests
)
select id, site_id, facet_of('member', has_photo, gender, seeking), country, region_id, birth_date,
       date_bin('10 minutes', last_active, timestamptz '2000-01-01 00:00+00'), traits, interests
from   people
where  confirmed and not invisible
on conflict do nothing;
