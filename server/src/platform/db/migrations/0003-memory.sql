-- production/media/ -----------------------------------------------------------------------------------------

-- A CEP never changes, but its angle is an ingredient of its own, and a job is read without its CEP.
alter table media add column angle text;

-- catalog/search/ -------------------------------------------------------------------------------------------

-- Whose records are searched. The short id stands in front of each of the owner's lexemes, so that no list of
-- the index is longer than one owner's.
create table search_owners (
  id int generated always as identity primary key,
  user_id ident not null references users,
  mode text not null check (mode in ('live', 'test')),
  -- How many records there were when their lexemes were counted last, roughly.
  records int not null default 0,
  unique (user_id, mode)
);

-- In which share of an owner's records a lexeme is, by a sample. One that is not listed is rare.
create table search_shares (
  owner_id int not null references search_owners,
  lexeme text collate "C" not null,
  share real not null check (share > 0 and share <= 1),
  primary key (owner_id, lexeme)
);

-- One record for each thing that can be found. Its lexemes are cut in our own code, for every language alike.
create table search_records (
  user_id ident not null references users,
  mode text not null check (mode in ('live', 'test')),
  kind text not null check (kind in ('history', 'pattern', 'cep', 'claim', 'note')),
  ref text collate "C" not null,
  product_id text collate "C",
  body text not null,
  words tsvector not null,
  grams tsvector not null,
  primary key (user_id, mode, kind, ref)
);
-- A match is weighed by looking at many rows, and a compressed row would be unpacked once for each lexeme.
alter table search_records set (toast_tuple_target = 8160);
-- Without a list of pending entries, which every search would have to read whole.
create index search_records_words on search_records using gin (words) with (fastupdate = off);
create index search_records_grams on search_records using gin (grams) with (fastupdate = off);

-- learning/notes/ -------------------------------------------------------------------------------------------

create table kept_notes (
  id ident not null,
  user_id ident not null references users,
  mode text not null check (mode in ('live', 'test')),
  body text not null,
  -- Who wrote it: a key, or the owner. Kept as text, because a note outlives its key and may come from afar.
  source_id text collate "C" not null,
  source text not null,
  -- The claim that it came with.
  report_id ident,
  review text not null check (review in ('pending', 'accepted', 'rejected')),
  pinned boolean not null default false,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (user_id, mode, id)
);
create index notes_newest on kept_notes (user_id, mode, created_at desc, id desc);
create index notes_of_report on kept_notes (user_id, mode, report_id) where report_id is not null;

-- learning/evidence/ ----------------------------------------------------------------------------------------

-- What one owner remembers. The row is the lock of that memory: reports and conclusions go one by one.
create table memories (
  id bigint generated always as identity primary key,
  user_id ident not null references users,
  mode text not null check (mode in ('live', 'test')),
  thresholds jsonb not null default '{}',
  unique (user_id, mode)
);

-- What results belong to: an ad of the platform, or a media while its ad is not named. Ids of other rooms are
-- kept as text, and what they meant beside them: a memory outlives what it speaks of, and may come from afar.
create table ads (
  id bigint generated always as identity primary key,
  memory_id bigint not null references memories,
  platform_ad_id text collate "C",
  media_id text collate "C",
  -- Empty while no product is known.
  product_id text collate "C" not null default '',
  product_name text,
  platform_campaign_id text collate "C",
  campaign_name text,
  cep_id text collate "C",
  cep_text text,
  angle text,
  character_id text collate "C",
  character_name text,
  media_type text check (media_type in ('IMAGE', 'VIDEO')),
  orientation text check (orientation in ('portrait', 'landscape', 'square')),
  hook text,
  prompt text,
  created_at timestamptz(3) not null default clock_timestamp(),
  check (platform_ad_id is not null or media_id is not null)
);
create unique index ads_by_platform_id on ads (memory_id, platform_ad_id) where platform_ad_id is not null;
create unique index ads_by_media on ads (memory_id, media_id) where platform_ad_id is null;
create index ads_of_media on ads (memory_id, media_id);

-- The results of one ad that may be summed: one kind of conversion, one attribution, one currency. The sums
-- are those of its rows as of `summed_on`, kept by every report; what follows from them is concluded later.
create table series (
  id ident primary key,
  memory_id bigint not null references memories,
  ad_id bigint not null references ads,
  product_id text collate "C" not null,
  -- Null while there is only a claim.
  conversion_type text,
  attribution text,
  currency text,
  objective text,
  evidence text not null check (evidence in ('claimed', 'observed', 'corroborated')),
  source text not null,
  reported_at timestamptz(3) not null,
  superseded_by ident,

  first_day date,
  last_day date,
  agreed_days int not null default 0,
  summed_on date,
  days int not null default 0,
  spend numeric(24, 6) not null default 0,
  impressions numeric(24, 0) not null default 0,
  clicks numeric(24, 0) not null default 0,
  conversions numeric(24, 6) not null default 0,
  revenue numeric(24, 6) not null default 0,
  order_days int not null default 0,
  order_squares float8 not null default 0,
  weighted_spend float8 not null default 0,
  weighted_impressions float8 not null default 0,
  weighted_clicks float8 not null default 0,
  weighted_conversions float8 not null default 0,
  weighted_revenue float8 not null default 0,
  is_tired boolean not null default false,
  is_declining boolean not null default false,

  metric text,
  tier text not null default 'unproven',
  estimate float8,
  low float8,
  high float8,
  unique nulls not distinct (ad_id, conversion_type, attribution, currency)
-- A conclusion rewrites the rows of a product; with room beside them their indexes stay as they are.
) with (fillfactor = 70);
create index series_newest on series (memory_id, reported_at desc, id desc);
create index series_of_product on series (memory_id, product_id, reported_at desc, id desc);

-- Every row that was ever handed in. Of those for one day of one series the newest reading is current.
create table observations (
  id bigint generated always as identity primary key,
  memory_id bigint not null references memories,
  report_id ident not null,
  row_no smallint not null,
  ad_id bigint not null references ads,
  series_id ident not null references series,
  source_id text collate "C" not null,
  source text not null,
  day date not null,
  objective text not null,
  spend numeric(20, 6) not null check (spend >= 0),
  impressions bigint not null check (impressions >= 0),
  clicks bigint not null check (clicks between 0 and impressions),
  conversions numeric(20, 6) not null check (conversions >= 0),
  revenue numeric(20, 6) not null check (revenue >= 0),
  reach_7d bigint check (reach_7d >= 0),
  platform_campaign_id text,
  campaign_name text,
  fetched_at timestamptz(3) not null,
  received_at timestamptz(3) not null default clock_timestamp(),
  is_current boolean not null default false,
  unique (memory_id, report_id, row_no)
);
create unique index observations_current on observations (series_id, day) where is_current;
create index observations_past on observations (series_id, day) where not is_current;

create table claims (
  id bigint generated always as identity primary key,
  memory_id bigint not null references memories,
  report_id ident not null,
  ad_id bigint not null references ads,
  product_id text collate "C" not null,
  source_id text collate "C" not null,
  source text not null,
  metric text not null check (metric in ('roas', 'cpa', 'ctr')),
  value float8 not null check (value > 0),
  window_start date not null,
  window_end date not null check (window_end >= window_start),
  stated_conversions float8,
  conversion_type text,
  attribution text,
  note text,
  claimed_at timestamptz(3) not null default clock_timestamp(),
  superseded_by ident,

  -- The rows inside its window, kept by every report about the ad.
  series_id ident references series,
  is_comparable boolean not null default false,
  covered_days int not null default 0,
  last_day date,
  spend numeric(24, 6) not null default 0,
  impressions numeric(24, 0) not null default 0,
  clicks numeric(24, 0) not null default 0,
  conversions numeric(24, 6) not null default 0,
  revenue numeric(24, 6) not null default 0,
  order_days int not null default 0,
  order_squares float8 not null default 0,

  verdict text not null default 'unverified',
  delta float8,
  drift jsonb,
  unique (memory_id, report_id)
);
create index claims_newest on claims (memory_id, claimed_at desc, report_id desc);
create index claims_of_product on claims (memory_id, product_id, claimed_at desc, report_id desc);
create index claims_of_ad on claims (ad_id, claimed_at desc);
create index claims_of_source on claims (memory_id, source_id, verdict, delta);

-- How far conclusions are behind: a report raises the revision, a conclusion catches up with it.
create table shelves (
  memory_id bigint not null references memories,
  product_id text collate "C" not null,
  revision bigint not null default 1,
  concluded_revision bigint not null default 0,
  concluded_on date,
  baseline jsonb,
  primary key (memory_id, product_id)
);

-- learning/reports/ -----------------------------------------------------------------------------------------

create table report_keys (
  memory_id bigint not null references memories,
  key text collate "C" not null,
  body_hash bytea not null check (length(body_hash) = 32),
  answer jsonb,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (memory_id, key)
);
create index report_keys_oldest on report_keys (memory_id, created_at);

-- learning/knowledge/ ---------------------------------------------------------------------------------------

-- What follows from a shelf, written whole with each conclusion, in the order in which it is shown.
create table patterns (
  memory_id bigint not null references memories,
  id ident not null,
  product_id text collate "C" not null,
  metric text not null,
  tier smallint not null,
  group_no smallint not null,
  score smallint not null,
  body jsonb not null,
  primary key (memory_id, id)
) with (fillfactor = 70);
create index patterns_ranked on patterns (memory_id, group_no, score desc, id);
create index patterns_of_product on patterns (memory_id, product_id, group_no, score desc, id);
