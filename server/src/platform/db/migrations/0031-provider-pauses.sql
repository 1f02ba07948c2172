-- What providers ask of us when they have too much to do (decision 0031).

-- production/routing/ ---------------------------------------------------------------------------------------

-- A provider that says when it wants to be asked again is sent no new jobs until then, by no worker. A pause
-- that is lost costs a refusal, no money, so it need not survive a crash of the database.
create unlogged table provider_pauses (
  provider text primary key,
  until timestamptz not null
);
