-- Where a job may be bought, in the order in which its providers are tried.

-- production/media/ -----------------------------------------------------------------------------------------

alter table media
  -- [{provider, model, offer}]: what could serve the order when it was accepted, best first. `provider` and
  -- `model` of the media are those of the one in use. Null: from before this column, only these two.
  add column routes jsonb;

alter table provider_submits
  -- What the provider was asked for: the name of its offer. Null: from before this column.
  add column offer text;
