-- Hints are anybody's to send: one in a few seconds is followed at once.
alter table orders add column hinted_at timestamptz;
