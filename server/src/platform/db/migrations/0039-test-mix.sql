-- What share of the jobs of a test key ends otherwise than well (interface decisions, part 15).

-- access/identity/ ------------------------------------------------------------------------------------------

alter table api_keys add column test_mix jsonb check (test_mix is null or mode = 'test');
