-- What answers of the memory carry beside their figures, and what their rules need.

-- learning/evidence/ ----------------------------------------------------------------------------------------

-- Whether the creative shows nobody, which is an ingredient like any other. Null while the creative is
-- unknown: its type is known since its first report, so a character would be known too.
alter table ads add column no_character boolean;
update ads set no_character = character_id is null where media_id is not null and media_type is not null;

-- The calendar days with rows, of the last 180: several ads that ran on one day make one day of a pattern.
alter table series add column ran datemultirange not null default '{}';
update series set ran = days.ran from (
  select series_id, range_agg(daterange(day, day + 1)) as ran from observations
  where is_current and day > (clock_timestamp() at time zone 'utc')::date - 180 group by series_id
) days where series.id = days.series_id;
-- What is usual for the ads that a series is compared with.
alter table series add column baseline float8;

-- The rows of further series that a claim may be about, when it does not say which it means.
alter table claims add column others jsonb;
-- A claim is stale by the last row of its ad, not by the last one inside its window.
update claims set last_day = ad.last_day from (
  select ad_id, max(last_day) as last_day from series group by ad_id
) ad where ad.ad_id = claims.ad_id and claims.superseded_by is null;

-- The next read concludes every product again, by the rules of this version.
update product_conclusions set concluded_on = null;
