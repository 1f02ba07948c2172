-- catalog/ceps/ ---------------------------------------------------------------------------------------------

-- Other words for the same thing, which the search compares with a question like the text itself.
alter table ceps add column keywords text[] not null default '{}';

-- learning/notes/ -------------------------------------------------------------------------------------------

alter table memory_notes add column keywords text[] not null default '{}';
