-- Mails that the worker sends (decision 0050).

-- access/identity/ ------------------------------------------------------------------------------------------

-- The links of invitations as they were mailed. Each sending makes one of its own, so that no link is stored,
-- only digests: a link that was sent stays good when its mail is sent once more.
create table invitation_links (
  digest bytea primary key check (length(digest) = 32),
  invitation_id ident not null references invitations on delete cascade
);
create index invitation_links_of_invitation on invitation_links (invitation_id);

-- A further link to an invitation, and until when it works. No row: nobody can accept that invitation.
create function link_invitation(p_id text, p_digest bytea) returns table (expires_at timestamptz)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into invitation_links (digest, invitation_id) select p_digest, i.id from invitations i
    where i.id = p_id and i.used_at is null and i.revoked_at is null and i.expires_at > clock_timestamp();
  return query select i.expires_at::timestamptz from invitations i
    join invitation_links l on l.invitation_id = i.id and l.digest = p_digest;
end $$;

-- As before, and an invitation is also found by a link that was mailed.
create or replace function use_link(p_kind text, p_digest bytea, p_user text) returns table (email text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  link invitations;
begin
  if p_kind = 'setup' then
    perform pg_advisory_xact_lock(hashtextextended('atelier: the first admin', 0));
    if has_admin() then
      return;
    end if;
  end if;
  select * into link from invitations i
  where (i.digest = p_digest
      or i.id = (select l.invitation_id from invitation_links l where l.digest = p_digest))
    and i.kind = p_kind and i.used_at is null and i.revoked_at is null and i.expires_at > clock_timestamp()
  for update;
  if not found then
    return;
  end if;
  update invitations i set used_at = clock_timestamp(), accepted_by = p_user, email = null
  where i.id = link.id;
  delete from invitation_links l where l.invitation_id = link.id;
  if p_kind = 'setup' then
    delete from invitations i where i.kind = 'setup' and i.used_at is null;
  end if;
  return query select link.email;
end $$;

-- access/mail/ ----------------------------------------------------------------------------------------------

-- Mails to send, and for 30 days those that were. `person` is the digest of the address. The address itself
-- is forgotten when the mail was sent; the text is written when it is sent, and never stored. What a text
-- tells is in `facts`, which hold no secret.
create table mails (
  id bigint generated always as identity primary key,
  kind text not null check (kind in
    ('invitation', 'verification', 'password_reset', 'low_balance', 'weekly_summary')),
  -- Null: to an address that is no user's, or was not looked at.
  user_id ident references users,
  person bytea not null check (length(person) = 32),
  address text check (length(address) between 3 and 254),
  language text not null check (language in ('en', 'zh')),
  facts jsonb not null check (pg_column_size(facts) <= 8192),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused', 'late')),
  -- At most some dozens in a day.
  -- squawk-ignore prefer-bigint-over-int
  attempts int not null default 0,
  next_at timestamptz(3) not null default clock_timestamp(),
  trouble text check (length(trouble) <= 300),
  created_at timestamptz(3) not null default clock_timestamp(),
  ended_at timestamptz(3),
  constraint only_waiting_mails_have_no_end check ((state = 'waiting') = (ended_at is null)),
  constraint sent_mails_have_no_address check ((state = 'sent') = (address is null))
);
-- Never two of a kind in the queue for one person.
create unique index one_waiting_mail on mails (person, kind) where state = 'waiting';
create index mails_to_send on mails (next_at) where state = 'waiting';
create index mails_of_user on mails (user_id) where user_id is not null;
create index mails_of_person on mails (person);
create index mails_that_ended on mails (ended_at) where ended_at is not null;

-- When a mail of this kind was last about to be sent to this person. Who sends takes the turn first, so no
-- two workers, and no repetition, send within the same minute.
create table mail_turns (
  person bytea not null check (length(person) = 32),
  kind text not null,
  taken_at timestamptz(3) not null,
  primary key (person, kind)
);

-- Queues a mail. One of the same kind that waits for the same person gets the newer facts instead.
create function queue_mail(p_kind text, p_user text, p_address text, p_language text, p_facts jsonb)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if session_user = 'atelier_api' and p_user is distinct from null
     and p_user is distinct from current_setting('app.user_id', true) then
    raise exception 'mail for another user' using errcode = 'insufficient_privilege';
  end if;
  insert into mails as m (kind, user_id, person, address, language, facts)
  values (p_kind, p_user, sha256(convert_to(lower(p_address), 'UTF8')), lower(p_address), p_language, p_facts)
  on conflict (person, kind) where state = 'waiting'
    do update set facts = excluded.facts, language = excluded.language, user_id = excluded.user_id;
end $$;

-- Forgets the mails of a user, also those to the address that are nobody's.
create function erase_mails(p_user text, p_address text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from mail_turns t where t.person = sha256(convert_to(lower(p_address), 'UTF8'))
    and (session_user <> 'atelier_api' or p_user = current_setting('app.user_id', true));
  delete from mails m where (m.user_id = p_user or m.person = sha256(convert_to(lower(p_address), 'UTF8')))
    and (session_user <> 'atelier_api' or p_user = current_setting('app.user_id', true))
$$;
