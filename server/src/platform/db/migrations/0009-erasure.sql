-- What is erased keeps its row: ids, amounts and times stay, texts and files go. erased_at is the moment from
-- which it cannot be read.

-- access/identity/ ------------------------------------------------------------------------------------------

alter table users add column erased_at timestamptz(3);

-- access/credits/ -------------------------------------------------------------------------------------------

-- The one change of a grant: its note is a text about a person. Amounts and entries are not touched.
create function erase_grant_notes(p_user text) returns void
language sql security definer set search_path from current as $$
  update credit_grants set note = '' where user_id = p_user and note <> ''
$$;

-- catalog/products/ -----------------------------------------------------------------------------------------

alter table products add column erased_at timestamptz(3);

-- catalog/characters/ ---------------------------------------------------------------------------------------

alter table characters add column erased_at timestamptz(3);

-- catalog/photos/ -------------------------------------------------------------------------------------------

-- source_id: the upload or the media that a photo was made from. A copy is erased with its original.
alter table photos
  add column erased_at timestamptz(3),
  add column source_id text collate "C",
  add check (erased_at is null or deactivated_at is not null);
alter table assets add column erased_at timestamptz(3);
-- Set when the product or character is erased: no photo is added afterwards.
alter table photo_counts add column closed boolean not null default false;
create index photos_of_source on photos (source_id) where source_id is not null;
create index photos_of_user on photos (user_id) where erased_at is null;
create index assets_to_erase on assets (user_id) where erased_at is null;
-- Photos that were deleted while a deletion still left the file. The tick erases them.
create index photos_to_erase on photos (id) where deactivated_at is not null and erased_at is null;
update photos set source_id = assets.id from assets where assets.object_key = photos.object_key;

-- production/media/ -----------------------------------------------------------------------------------------

alter table media add column erased_at timestamptz(3);
-- Which jobs used a photo: their rows name its label.
create index media_inputs on media using gin (inputs jsonb_path_ops) where inputs <> '[]';

-- Whether `after` is `before` with the texts of some inputs erased.
create function has_erased_inputs(before jsonb, after jsonb) returns boolean language sql immutable as $$
  select jsonb_array_length(before) = jsonb_array_length(after) and not exists (
    select from jsonb_array_elements(before) with ordinality b(input, at)
      join jsonb_array_elements(after) with ordinality a(input, at) using (at)
    where a.input <> b.input and a.input <> b.input || '{"label": "erased", "sourceUrl": null}')
$$;

-- Whether the row differs only by an erasure: the texts are empty, and everything else is as it was.
create function is_erased_media(before media, after media) returns boolean language sql immutable as $$
  select before.erased_at is null and after.erased_at is not null
    and after.prompt = '' and after.inputs = '[]' and after.dropped = '[]'
    and num_nonnulls(after.hook, after.angle, after.mask, after.body_hash, after.error_message) = 0
    and (after.client_ref is null or after.client_ref like 'erased:%')
    and to_jsonb(after) - erased.names = to_jsonb(before) - erased.names
  from (values (array['erased_at', 'prompt', 'inputs', 'dropped', 'hook', 'angle', 'mask', 'body_hash',
                      'error_message', 'client_ref', 'client_ref_bound'])) as erased(names)
$$;

create or replace function guard_media() returns trigger language plpgsql as $$
begin
  if old.status in ('completed', 'failed', 'stalled') then
    -- Retention may set removed_at once, and nothing else.
    if old.removed_at is null and to_jsonb(new) - 'removed_at' = to_jsonb(old) - 'removed_at' then
      return new;
    end if;
    -- An erasure may empty the texts once; the erasure of a photo may empty the label of that input.
    if is_erased_media(old, new) or (has_erased_inputs(old.inputs, new.inputs)
       and to_jsonb(new) - 'inputs' = to_jsonb(old) - 'inputs') then
      return new;
    end if;
    raise exception 'media % is % and never changes again', old.id, old.status
      using errcode = 'integrity_constraint_violation';
  end if;
  if (old.status, new.status) in (('processing', 'queued'), ('queued', 'completed')) then
    raise exception 'media % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  if (new.id, new.user_id, new.mode, new.kind, new.cost_credits, new.created_at, new.deadline_at, new.n,
      new.inputs, new.product_id, new.erased_at)
     is distinct from
     (old.id, old.user_id, old.mode, old.kind, old.cost_credits, old.created_at, old.deadline_at, old.n,
      old.inputs, old.product_id, old.erased_at) then
    raise exception 'media % cannot change its owner, price, window or ingredients', old.id
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- privacy/erasures/ -----------------------------------------------------------------------------------------

-- An erasure is committed together with the moment from which its subject cannot be read. The bytes go
-- afterwards: done_at. A step that was running then may have written an object again, so the objects are
-- removed once more when no such step can still run: swept_at.
create table erasures (
  id ident primary key,
  kind text not null check (kind in ('photo', 'upload', 'character', 'product', 'media', 'account')),
  subject_id ident not null,
  user_id ident not null references users,
  -- 'owner', 'operator', or the id of the key that deleted a photo.
  requested_by text not null,
  requested_at timestamptz(3) not null default clock_timestamp(),
  logged_at timestamptz(3),
  done_at timestamptz(3),
  swept_at timestamptz(3),
  unique (subject_id),
  check (done_at is null or logged_at is not null),
  check (swept_at is null or done_at is not null)
);
create index erasures_open on erasures (requested_at, id) where swept_at is null;
create index erasures_of_user on erasures (user_id, requested_at desc, id desc);

-- The objects of an erasure, by the beginning of their keys. The rows go when the erasure is swept.
create table erasure_objects (
  erasure_id ident not null references erasures,
  user_id ident not null,
  prefix text collate "C" not null,
  primary key (erasure_id, prefix)
);
