-- learning/evidence/ ----------------------------------------------------------------------------------------

-- True when the series would win by its baseline, and misses the target of the owner; else null.
alter table series add column below_target boolean;
