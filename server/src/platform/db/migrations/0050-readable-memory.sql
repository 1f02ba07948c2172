-- learning/evidence/ ----------------------------------------------------------------------------------------

-- Whether the creative shows nobody, which is an ingredient like any other. Null while the creative is
-- unknown, and for what was reported before: then it shows nobody if its type is known and no character.
alter table ads add column no_character boolean;

-- The calendar days with rows, of the last 180: several ads that ran on one day make one day of a pattern.
-- Null until the sums of the series are computed again.
alter table series add column ran datemultirange;

-- What is usual for the ads that a series is compared with.
alter table series add column baseline float8;

-- The rows of further series that a claim may be about, when it does not say which it means.
alter table claims add column others jsonb;
