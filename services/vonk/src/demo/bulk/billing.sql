insert into members (id, site_id, country, signed_up_at)
select id, site_id, country, created_at from people
on conflict do nothing;

insert into balances (member_id, account)
select p.id, k.account
from   people p
cross join (values ('paid'), ('bonus'), ('held_paid'), ('held_bonus')) as k (account)
on conflict do nothing;
