-- Words of items, to correct misspelled ones in a search. Counted each night.

create table search_spellings (
  word text primary key,
  items integer not null,
  constraint spelling_is_a_word check (word ~ '^[a-z0-9]{3,30}$'),
  constraint spelling_has_items check (items > 0)
);
create index search_spellings_by_trigrams on search_spellings using gin (word gin_trgm_ops);
comment on table search_spellings is 'The most frequent words of public items, unstemmed.';
