-- learning/evidence/ ----------------------------------------------------------------------------------------

-- Whether the series would win by its baseline, and misses the target of the owner. Null: concluded before
-- there were targets.
alter table series add column below_target boolean;
