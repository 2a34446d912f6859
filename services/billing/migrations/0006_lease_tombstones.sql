-- Tombstones are forgotten after a while, the oldest first.
create index lease_tombstones_by_age on lease_tombstones (closed_at);
