-- learning/evidence/ ----------------------------------------------------------------------------------------

-- What is usual for each step of the ads that a series is compared with, and where it is below that by more
-- than chance. Null where no step was counted.
alter table series add column funnel_standing jsonb;
