-- The members of a benchmark, the same in every database: all that is thrown comes from the seed and
-- the member's number. `places` is there already.

create function pg_temp.thrown(digits text, which integer) returns double precision
language sql immutable parallel safe as $$
    select ('x' || substr(digits, which * 5 + 1, 5))::bit(20)::integer / 1048576.0
$$;

create index on places (site_id, low desc);
analyze places;

create temp table people as
with dice as materialized (
    select n,
           md5(current_setting('demo.seed') || ' one ' || n) as a,
           md5(current_setting('demo.seed') || ' two ' || n) as b,
           md5(current_setting('demo.seed') || ' three ' || n) as c
    from   generate_series(1, current_setting('demo.members')::integer) as n
),
thrown as materialized (
    select n, a, b, c,
           -- UUIDv7 of moments that follow each other.
           (lpad(to_hex(1793491200000 + n), 12, '0') || '7' || substr(a, 1, 3)
               || '8' || substr(a, 4, 3) || substr(b, 1, 12))::uuid as id,
           case when pg_temp.thrown(a, 1) < 0.25
               then current_setting('demo.first_site') else current_setting('demo.second_site')
           end::uuid as site_id,
           case
               when pg_temp.thrown(a, 2) < 0.58 then 'man'
               when pg_temp.thrown(a, 2) < 0.97 then 'woman'
               else 'nonbinary'
           end as gender,
           pg_temp.thrown(b, 2) as spot,
           -25 * ln(1 - pg_temp.thrown(b, 5)) as days_away,
           ('x' || substr(a, 9, 12))::bit(48) & ('x' || substr(b, 9, 12))::bit(48)
               & ('x' || substr(c, 9, 12))::bit(48) as likings
    from   dice
)
select t.n, t.id, t.site_id, t.gender, p.country, p.region_id, p.city_id,
       case
           when t.gender = 'nonbinary' or pg_temp.thrown(t.a, 3) < 0.05
               then array['woman', 'man', 'nonbinary']
           when pg_temp.thrown(t.a, 3) < 0.10 then array['woman', 'man']
           when pg_temp.thrown(t.a, 3) < 0.17 then array[t.gender]
           else array[case t.gender when 'man' then 'woman' else 'man' end]
       end as seeking,
       -- 18 to 79, most between 22 and 45.
       date '2026-11-01' - (18 * 366 + (pg_temp.thrown(t.a, 4) ^ 1.8 * 61 * 365)::integer) as birth_date,
       pg_temp.thrown(t.a, 5) < 0.90 as confirmed,
       pg_temp.thrown(t.b, 3) < 0.72 as has_photo,
       pg_temp.thrown(t.b, 4) < 0.01 as invisible,
       -- Recently for many, months ago for some.
       now() - t.days_away * interval '1 day' as last_active,
       now() - (t.days_away + pg_temp.thrown(t.c, 0) * 700) * interval '1 day' as created_at,
       -- One bit of each field of profiles, the common words more often.
       (1::bigint << (8 + (pg_temp.thrown(t.c, 1) ^ 2 * 7)::integer % 7))
           | (1::bigint << (16 + (pg_temp.thrown(t.c, 2) ^ 1.5 * 6)::integer % 6))
           | (1::bigint << (24 + (pg_temp.thrown(t.c, 3) ^ 1.5 * 8)::integer % 8))
           | (1::bigint << (34 + (pg_temp.thrown(t.c, 4) ^ 1.5 * 6)::integer % 6))
           | (1::bigint << (42 + (pg_temp.thrown(t.c, 5) ^ 2 * 3)::integer % 3)) as traits,
       -- About six of 48 interests, and never more than 12.
       case
           when bit_count(t.likings) > 12 then t.likings & ('x' || substr(t.a, 21, 12))::bit(48)
           else t.likings
       end::bigint as interests,
       (array[
           'Sanne', 'Lisa', 'Emma', 'Lotte', 'Fleur', 'Iris', 'Daan', 'Lucas', 'Thijs', 'Jeroen', 'Ruben', 'Niels',
           'Camille', 'Julie', 'Manon', 'Antoine', 'Nicolas', 'Lena', 'Julia', 'Katharina', 'Lukas', 'Felix', 'Jonas',
           'Robin', 'Charlie', 'Marta', 'Giulia', 'Pablo', 'Freja', 'Aino', 'Erik', 'Ingrid'
       ])[1 + t.n % 32] || ' ' || t.n as name,
       t.c as secret
from   thrown t
cross join lateral (
    select   country, region_id, city_id
    from     places
    where    places.site_id = t.site_id and places.low <= t.spot
    order by low desc
    limit    1
) p;
