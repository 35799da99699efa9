create extension pg_trgm;
create extension btree_gist;
create extension unaccent;

create function refuse_rewriting_history() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Credits in wallets that have not been spent, and what was paid for them in thousandths of a cent, by
-- the quarter of an hour in which they expire: months of every time zone begin with one, and how many
-- there are does not depend on the shop.
create function quarter_hour(at timestamptz) returns timestamptz language sql immutable as $$
  select date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00')
$$;

