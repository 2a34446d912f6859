-- What is lent for a member is looked for before money goes back.
create index leases_open_of_member on leases (member_id) where closed_at is null;
