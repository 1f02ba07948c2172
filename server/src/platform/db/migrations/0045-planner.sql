-- learning/evidence/ ----------------------------------------------------------------------------------------

-- The sums of each week of the life of a series: [week, days, spend, impressions, clicks, conversions], the
-- last entry for all weeks from the 26th on. Null until they are needed for the first time.
alter table series add column weeks jsonb;

-- What the plan of a product is drawn from, concluded with everything else about it.
alter table product_conclusions add column outlook jsonb;
