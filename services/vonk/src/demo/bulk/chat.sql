insert into members (member_id, site_id, kind, revision, active, confirmed)
select id, site_id, 'member', 1, confirmed, confirmed from people
on conflict do nothing;
