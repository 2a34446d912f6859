insert into accounts (
    id, site_id, status, email, email_key, password_hash, profile_name, birth_date, gender, seeking, country, language,
    created_at, activated_at
)
select id, site_id, case when confirmed then 'active' else 'not_confirmed' end,
       'bulk-' || n || '@demo.vonk.test', 'bulk-' || n || '@demo.vonk.test',
       -- A hash of nothing: nobody logs in.
       '$argon2id$v=19$m=19456,t=2,p=1$' || rtrim(encode(decode(md5(random()::text), 'hex'), 'base64'), '=')
           || '$' || rtrim(encode(sha256(gen_random_uuid()::text::bytea), 'base64'), '='),
       name, birth_date, gender, seeking, country,
       case when site_id::text = current_setting('demo.first_site') then 'nl' else 'en' end,
       created_at, case when confirmed then created_at end
from   people
on conflict do nothing;

insert into consents (account_id, kind, granted, version, changed_at)
select p.id, k.kind, true, '', p.created_at
from   people p
cross join (values ('terms'), ('sensitive')) as k (kind)
where  not exists (select from consents c where c.account_id = p.id);
