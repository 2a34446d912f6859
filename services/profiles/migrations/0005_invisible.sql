-- Whoever is invisible is not seen to be here by anybody.
create or replace view cards as
select    p.member_id, p.site_id, p.kind, p.name, p.birth_date, p.gender, p.seeking, p.country,
          p.region_id, p.city_id, p.cell_row, p.cell_column,
          case
              when p.taken_down or coalesce(a.deleted, false) then 'hidden'
              when p.kind = 'fictional' or coalesce(a.confirmed, false) then 'active'
              else 'disabled'
          end as status,
          case when not p.invisible then s.last_active end as last_active,
          f.photo_id, f.stem, f.width, f.height, f.blur_hash
from      profiles p
left join accounts a on a.member_id = p.member_id
left join presence s on s.member_id = p.member_id
left join lateral (
    select   photo_id, stem, width, height, blur_hash
    from     photos
    where    photos.member_id = p.member_id
    order by position
    limit    1
) f on true;
