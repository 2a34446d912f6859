-- Whoever is erased goes out of everybody's decisions.
create index swipes_target on swipes (target_id);
