-- Credits that are bought, what is returned of them, and what is then owed (decision 0049).

-- access/credits/ -------------------------------------------------------------------------------------------

-- What an account still owes for credits whose payment was returned after they were spent. It is beside the
-- chain: no credits, and no entry. While there is any, nothing can be charged.
alter table credit_accounts add column debt bigint not null default 0 check (debt >= 0),
  add constraint only_live_accounts_owe check (debt = 0 or mode = 'live') not valid;

-- Every change of a debt, once for each reference.
create table debt_entries (
  id ident primary key,
  user_id ident not null references users,
  amount bigint not null check (amount <> 0),
  debt_after bigint not null check (debt_after >= 0),
  external_ref text not null check (length(external_ref) between 1 and 200),
  created_at timestamptz(3) not null default clock_timestamp(),
  unique (external_ref)
);
create index debt_entries_of_user on debt_entries (user_id, created_at);
create trigger debts_are_append_only before update or delete on debt_entries
  for each row execute function refuse_change();

-- As before, and an account that owes is charged nothing: posted = false then, too.
create or replace function post_entry(p_id text, p_user text, p_mode text, p_kind text, p_amount bigint,
                                      p_reason text, p_ref_type text, p_ref_id text, p_reverses text)
returns table (posted boolean, balance_now bigint, posted_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account credit_accounts%rowtype;
  at_time timestamptz(3);
  hash bytea;
  new_seal bytea;
begin
  -- NO KEY: a plain FOR UPDATE would block every insert that references the account.
  select * into account from credit_accounts a where a.user_id = p_user and a.mode = p_mode for no key update;
  if not found then
    raise exception 'no account for % in mode %', p_user, p_mode;
  end if;
  if account.balance + p_amount < 0 or (p_kind = 'charge' and account.debt > 0) then
    return query select false, account.balance, null::timestamptz;
    return;
  end if;
  -- A clock that steps back must not reverse the order of the chain.
  at_time := greatest(date_trunc('milliseconds', clock_timestamp()), account.head_at);
  hash := entry_hash(account.head_hash, p_id, p_amount, p_reason, p_ref_id, p_ref_type,
                     account.balance + p_amount, at_time);
  new_seal := entry_seal(account.head_seal, p_user, p_mode, account.seq + 1, p_kind, p_reverses, hash);
  insert into ledger_entries (id, user_id, mode, seq, amount, balance_after, kind, reason, ref_type, ref_id,
                              reverses, tx_hash, seal, created_at)
  values (p_id, p_user, p_mode, account.seq + 1, p_amount, account.balance + p_amount, p_kind, p_reason,
          p_ref_type, p_ref_id, p_reverses, hash, new_seal, at_time);
  update credit_accounts a
  set balance = a.balance + p_amount, seq = a.seq + 1, head_hash = hash, head_seal = new_seal,
      head_at = at_time
  where a.user_id = p_user and a.mode = p_mode;
  return query select true, account.balance + p_amount, at_time::timestamptz;
end $$;

-- Changes a debt whose account is locked.
create function change_debt(p_id text, p_user text, p_amount bigint, p_ref text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  after bigint;
begin
  update credit_accounts a set debt = a.debt + p_amount where a.user_id = p_user and a.mode = 'live'
    returning a.debt into after;
  insert into debt_entries values (p_id, p_user, p_amount, after, p_ref);
end $$;

-- An adjustment under a reference that nothing has.
create function post_adjustment(p_grant_id text, p_entry_id text, p_user text, p_amount bigint, p_note text,
                                p_ref text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_known boolean;
begin
  select g.repeated into is_known
  from post_grant(p_grant_id, p_entry_id, p_user, 'live', 'adjustment', p_amount, p_note, p_ref) g;
  if is_known then
    raise exception 'the reference % was used before', p_ref using errcode = 'integrity_constraint_violation';
  end if;
end $$;

-- Takes credits back: of the balance as far as it goes, the rest becomes a debt.
create function take_back(p_user text, p_amount bigint, p_ref text, p_note text, p_grant_id text,
                          p_entry_id text, p_debt_id text) returns table (taken bigint, owed bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account credit_accounts%rowtype;
  part bigint;
begin
  select * into account from credit_accounts a where a.user_id = p_user and a.mode = 'live' for no key update;
  if not found or p_amount <= 0 then
    raise exception 'cannot take % back from %', p_amount, p_user;
  end if;
  part := least(account.balance, p_amount);
  if part > 0 then perform post_adjustment(p_grant_id, p_entry_id, p_user, -part, p_note, p_ref); end if;
  if p_amount > part then perform change_debt(p_debt_id, p_user, p_amount - part, p_ref); end if;
  return query select part, p_amount - part;
end $$;

-- Gives credits back that were taken: first the debt goes down, the rest is posted.
create function give_back(p_user text, p_amount bigint, p_ref text, p_note text, p_grant_id text,
                          p_entry_id text, p_debt_id text) returns table (given bigint, forgiven bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account credit_accounts%rowtype;
  part bigint;
begin
  select * into account from credit_accounts a where a.user_id = p_user and a.mode = 'live' for no key update;
  if not found or p_amount <= 0 then
    raise exception 'cannot give % back to %', p_amount, p_user;
  end if;
  part := least(account.debt, p_amount);
  if part > 0 then perform change_debt(p_debt_id, p_user, -part, p_ref); end if;
  if p_amount > part then
    perform post_adjustment(p_grant_id, p_entry_id, p_user, p_amount - part, p_note, p_ref);
  end if;
  return query select p_amount - part, part;
end $$;

-- Pays a debt from the balance, as far as it goes.
create function collect_debt(p_user text, p_note text, p_grant_id text, p_entry_id text, p_debt_id text)
returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account credit_accounts%rowtype;
  part bigint;
begin
  select * into account from credit_accounts a where a.user_id = p_user and a.mode = 'live' for no key update;
  part := least(account.balance, account.debt);
  if not found or part = 0 then return 0; end if;
  perform post_adjustment(p_grant_id, p_entry_id, p_user, -part, p_note, p_debt_id);
  perform change_debt(p_debt_id, p_user, -part, p_debt_id);
  return part;
end $$;

-- From the changes: the account itself is shown to its owner alone, also by functions.
create function list_debts(p_limit int) returns table (user_id text, debt bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query select d.user_id::text, sum(d.amount)::bigint from debt_entries d
    group by d.user_id having sum(d.amount) > 0 order by 2 desc, 1 limit p_limit;
end $$;

-- access/payments/ ------------------------------------------------------------------------------------------

-- What an owner set out to buy, written before Stripe is asked. `page`: paid on a page of Stripe; `top_up`:
-- charged to the card that is kept. Price and credits are those of that moment.
create table checkouts (
  id ident primary key,
  user_id ident not null references users,
  kind text not null check (kind in ('page', 'top_up')),
  pack_id text not null check (length(pack_id) between 1 and 50),
  credits bigint not null check (credits > 0),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  is_live boolean not null,
  keeps_card boolean not null default false,
  state text not null default 'open' check (state in ('open', 'paid', 'expired', 'declined')),
  session_id text check (length(session_id) <= 255),
  intent_id text check (length(intent_id) <= 255),
  created_at timestamptz(3) not null default clock_timestamp(),
  look_at timestamptz(3) not null default clock_timestamp() + interval '5 minutes',
  ended_at timestamptz(3),
  unique (session_id),
  constraint only_open_ones_have_no_end check ((state = 'open') = (ended_at is null))
);
-- Never two for one trigger, whatever the code does.
create unique index one_open_top_up on checkouts (user_id) where kind = 'top_up' and state = 'open';
create index checkouts_to_look_at on checkouts (look_at) where state = 'open';
create index checkouts_of_user on checkouts (user_id, created_at);

-- Money that arrived: one row and one purchase in the ledger for each payment intent.
create table payments (
  id ident primary key,
  user_id ident not null references users,
  checkout_id ident not null references checkouts,
  intent_id text not null check (length(intent_id) between 1 and 255),
  kind text not null check (kind in ('page', 'top_up')),
  pack_id text not null,
  credits bigint not null check (credits > 0),
  amount bigint not null check (amount > 0),
  currency text not null,
  is_live boolean not null,
  grant_id ident not null references credit_grants,
  receipt_url text check (length(receipt_url) <= 2048),
  refunded_amount bigint not null default 0 check (refunded_amount >= 0),
  disputed_amount bigint not null default 0 check (disputed_amount >= 0),
  dispute_status text check (length(dispute_status) <= 50),
  -- Credits that refunds and disputes took back or made a debt, and how often that changed.
  reversed_credits bigint not null default 0 check (reversed_credits between 0 and credits),
  -- It grows by the events of one payment, so 32 bits do.
  -- squawk-ignore prefer-bigint-over-int
  revision int not null default 0,
  created_at timestamptz(3) not null default clock_timestamp(),
  unique (intent_id),
  unique (checkout_id),
  unique (grant_id)
);
create index payments_of_user on payments (user_id, created_at desc, id desc);
create index payments_newest on payments (created_at desc, id desc);

-- What Stripe said, once for each event: the few fields that are used, no text of a person. `subject` is the
-- payment intent, or the checkout of an event without one. All events of a subject are read together: their
-- order is of no importance.
create table payment_events (
  id text primary key check (length(id) between 1 and 255),
  type text not null check (length(type) <= 100),
  subject text not null check (length(subject) between 1 and 255),
  fact jsonb not null check (pg_column_size(fact) <= 8192),
  is_live boolean not null,
  created_at timestamptz(3) not null,
  received_at timestamptz(3) not null default clock_timestamp(),
  applied_at timestamptz(3),
  outcome text check (length(outcome) <= 300),
  -- squawk-ignore prefer-bigint-over-int
  attempts int not null default 0,
  retry_at timestamptz(3) not null default clock_timestamp(),
  constraint only_applied_events_have_an_outcome check ((applied_at is null) = (outcome is null))
);
create index payment_events_of_subject on payment_events (subject);
create index payment_events_to_apply on payment_events (retry_at) where applied_at is null;
create index payment_events_refused on payment_events (received_at) where outcome like 'refused%';
create index payment_events_waiting on payment_events (received_at) where outcome = 'waiting';

-- The only way of the api to write there. False: the event is known.
create function keep_payment_event(p_id text, p_type text, p_subject text, p_fact jsonb, p_is_live boolean,
                                   p_created_at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into payment_events (id, type, subject, fact, is_live, created_at)
  values (p_id, p_type, p_subject, p_fact, p_is_live, p_created_at) on conflict do nothing;
  return found;
end $$;

-- Until when the list of Stripe's events was read.
create table payment_progress (
  name text primary key,
  read_until timestamptz(3) not null,
  asked_at timestamptz(3) not null
);

-- What an owner chose, and the card that is kept. top_up_stopped: why it was switched off by itself.
create table billing_settings (
  user_id ident primary key references users,
  low_balance_credits bigint check (low_balance_credits > 0),
  low_since timestamptz(3),
  customer_id text check (length(customer_id) <= 255),
  payment_method_id text check (length(payment_method_id) <= 255),
  top_up_on boolean not null default false,
  top_up_pack_id text,
  top_up_below_credits bigint check (top_up_below_credits > 0),
  top_up_ceiling bigint check (top_up_ceiling > 0),
  top_up_stopped text check (top_up_stopped in ('declined', 'payment_returned', 'pack_removed')),
  top_up_stopped_at timestamptz(3),
  constraint a_top_up_is_whole check (not top_up_on or (payment_method_id is not null
    and customer_id is not null and top_up_pack_id is not null and top_up_below_credits is not null
    and top_up_ceiling is not null and top_up_stopped is null)),
  constraint a_stop_has_its_time check ((top_up_stopped is null) = (top_up_stopped_at is null))
);
create function audit_billing() returns trigger language plpgsql as $$
begin
  if new.top_up_on and (old.top_up_on, old.top_up_pack_id, old.top_up_below_credits, old.top_up_ceiling)
     is distinct from (true, new.top_up_pack_id, new.top_up_below_credits, new.top_up_ceiling) then
    perform record_event(new.user_id, 'topup.on', new.user_id, jsonb_build_object('pack', new.top_up_pack_id,
      'belowCredits', new.top_up_below_credits, 'monthlyCeiling', new.top_up_ceiling));
  end if;
  if old.top_up_on and not new.top_up_on then
    perform record_event(new.user_id, 'topup.off', new.user_id,
      jsonb_build_object('why', new.top_up_stopped));
  end if;
  return null;
end $$;
create trigger billing_is_audited after update on billing_settings
  for each row execute function audit_billing();
create index billing_settings_on on billing_settings (user_id) where top_up_on;
create index billing_settings_low on billing_settings (user_id) where low_balance_credits is not null;

create function list_all_payments(p_created_at timestamptz, p_id text, p_limit int)
returns setof payments
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query select p.* from payments p where (p.created_at, p.id) < (p_created_at, p_id)
    order by p.created_at desc, p.id desc limit p_limit;
end $$;

-- Events that need a person: refused ones, and those that could not be applied yet.
create function list_refused_events(p_limit int)
returns table (id text, type text, subject text, outcome text, attempts int, received_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query select e.id, e.type, e.subject, e.outcome, e.attempts, e.received_at::timestamptz
    from payment_events e where e.outcome like 'refused%' or (e.applied_at is null and e.attempts > 0)
    order by e.received_at desc limit p_limit;
end $$;
