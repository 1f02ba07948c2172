-- Uploads through a signed address (decision 0040). They are on their way to a tool, which makes a copy of
-- its own, so they are removed after a day, used or not. Until then they count as every upload does.

-- catalog/photos/ -------------------------------------------------------------------------------------------

alter table assets add column expires_at timestamptz(3);

create index assets_to_expire on assets (expires_at) where expires_at is not null and removed_at is null;
