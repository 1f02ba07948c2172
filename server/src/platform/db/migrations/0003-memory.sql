-- production/media/ -----------------------------------------------------------------------------------------

-- Copied from the CEP, which never changes: the angle is a separate ingredient, and jobs are read without a
-- join.
alter table media add column angle text;

-- catalog/search/ -------------------------------------------------------------------------------------------

-- The owners of search records. The short id is the prefix of all lexemes of the owner, so that a posting
-- list of the index holds records of one owner only.
create table search_owners (
  id int generated always as identity primary key,
  user_id ident not null references users,
  mode text not null check (mode in ('live', 'test')),
  -- The approximate number of records when document shares were last counted.
  records int not null default 0,
  unique (user_id, mode)
);

-- The document share of a lexeme: the fraction of the owner's records that contain it, estimated from a
-- sample. Rare lexemes have no row.
create table search_shares (
  owner_id int not null references search_owners,
  lexeme text collate "C" not null,
  share real not null check (share > 0 and share <= 1),
  primary key (owner_id, lexeme)
);

-- One record for each thing that can be found. Our own code splits texts into lexemes, for every
-- language alike.
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
-- Scoring reads many rows, and a compressed row would be decompressed once for each lexeme.
alter table search_records set (toast_tuple_target = 8160);
-- fastupdate = off: otherwise every search would have to read the full list of pending entries.
create index search_records_words on search_records using gin (words) with (fastupdate = off);
create index search_records_grams on search_records using gin (grams) with (fastupdate = off);

-- learning/notes/ -------------------------------------------------------------------------------------------

-- Renamed to memory_notes in 0004.
create table kept_notes (
  id ident not null,
  user_id ident not null references users,
  mode text not null check (mode in ('live', 'test')),
  body text not null,
  -- The author: a key, or the owner. Text without a reference, because a note outlives its key and may be
  -- imported.
  source_id text collate "C" not null,
  source text not null,
  -- The report of the claim that the note came with.
  report_id ident,
  review text not null check (review in ('pending', 'accepted', 'rejected')),
  pinned boolean not null default false,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (user_id, mode, id)
);
create index notes_newest on kept_notes (user_id, mode, created_at desc, id desc);
create index notes_of_report on kept_notes (user_id, mode, report_id) where report_id is not null;

-- learning/evidence/ ----------------------------------------------------------------------------------------

-- The memory of one owner. The row is its lock: reports and conclusions run one after another.
create table memories (
  id bigint generated always as identity primary key,
  user_id ident not null references users,
  mode text not null check (mode in ('live', 'test')),
  thresholds jsonb not null default '{}',
  unique (user_id, mode)
);

-- What results belong to: an ad of the platform, or a media until its ad is named. Ids of other modules are
-- text without references, stored with the values they stood for: a memory outlives what it describes, and
-- may be imported.
create table ads (
  id bigint generated always as identity primary key,
  memory_id bigint not null references memories,
  platform_ad_id text collate "C",
  media_id text collate "C",
  -- Empty until a product is known.
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

-- The results of one ad that may be added up: one conversion type, one attribution, one currency. Every
-- report updates the sums, which are those of the rows as of `summed_on`; the metric, tier and interval are
-- concluded later.
create table series (
  id ident primary key,
  memory_id bigint not null references memories,
  ad_id bigint not null references ads,
  product_id text collate "C" not null,
  -- Null while the series has only a claim.
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
-- A conclusion rewrites the rows of a product; free space in their pages lets it do so without index updates.
) with (fillfactor = 70);
create index series_newest on series (memory_id, reported_at desc, id desc);
create index series_of_product on series (memory_id, product_id, reported_at desc, id desc);

-- Every row that was ever reported. For each day of a series, the newest reading is current.
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

  -- The sums of the rows inside its window, updated by every report about the ad.
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

-- Whether the conclusions of a product are up to date: a report raises the revision, a conclusion catches up
-- with it. Renamed to product_conclusions in 0004.
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

-- The patterns concluded for a product, rewritten in full with each conclusion, in the order in which they
-- are shown.
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
