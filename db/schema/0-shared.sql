-- What every group shares. The files are run in their order in one transaction (db/migrate.ts): each uses
-- tables of those before it.

create extension pg_trgm;
create extension btree_gist;
create extension unaccent;

-- For tables whose rows never change.
create function refuse_rewriting_history() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Totals and figures are kept by quarter of an hour: months of every time zone begin with one, and how
-- many there are does not depend on the shop.
create function quarter_hour(at timestamptz) returns timestamptz language sql immutable as $$
  select date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00')
$$;
