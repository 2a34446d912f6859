insert into members (member_id, site_id, revision, kind, active)
select id, site_id, 1, 'member', confirmed from people
on conflict do nothing;
