-- What an owner wants to be told by mail (decision 0050).

-- access/mail/ ----------------------------------------------------------------------------------------------

-- Of an owner who chose something. Without a row: English, the notice of a low balance, and no summary.
create table mail_settings (
  user_id ident primary key references users,
  -- Null: not chosen; then the language of the page counts, or English.
  language text check (language in ('en', 'zh')),
  low_balance boolean not null default true,
  weekly_summary boolean not null default false,
  -- When the next one is written: on a Monday.
  summary_at timestamptz(3),
  constraint a_summary_has_its_time check (weekly_summary = (summary_at is not null))
);
create index summaries_to_write on mail_settings (summary_at) where summary_at is not null;

create function next_monday() returns timestamptz
language sql stable as $$
  select (date_trunc('week', now() at time zone 'utc') + interval '7 days 7 hours') at time zone 'utc'
$$;

-- Switches a kind of notices off for who has the link of such a mail.
create function end_notices(p_user text, p_kind text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into mail_settings as s (user_id, low_balance) values (p_user, p_kind <> 'low_balance')
  on conflict (user_id) do update set
    low_balance = s.low_balance and p_kind <> 'low_balance',
    weekly_summary = s.weekly_summary and p_kind <> 'weekly_summary',
    summary_at = case when p_kind <> 'weekly_summary' then s.summary_at end
$$;
