-- Sums over tables that grow with the shop, kept while these tables change, so that no page adds up
-- all rows. A total is sum(amount) of the view total_amounts, read in one statement. A trigger adds a
-- change in the transaction that made it, which nobody waits for; a job adds changes to running_totals.
-- Each table gets its triggers in a migration of its own, which holds no other lock meanwhile, and
-- 0154 sets the totals to what the tables hold.
create table running_totals (
  name text not null,
  -- The start of the time for which the amount stands, in totals that are kept by time.
  period timestamptz,
  amount bigint not null,
  constraint running_total_is_known check (name in ('deposits_held', 'deposits_held_cents',
    'rentals_live', 'credits_owed', 'credits_owed_millicents', 'earnings_unpaid_cents')),
  constraint running_total_is_stored_once unique nulls not distinct (name, period)
);
create table running_total_changes (
  name text not null,
  period timestamptz,
  amount bigint not null,
  constraint change_of_a_total_is_known check (name in ('deposits_held', 'deposits_held_cents',
    'rentals_live', 'credits_owed', 'credits_owed_millicents', 'earnings_unpaid_cents')),
  constraint change_of_a_total_changes_it check (amount <> 0)
);
-- Rows come and go all the time, and every reading reads all of them.
alter table running_total_changes
  set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table running_totals
  set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

create view total_amounts as
  select name, period, amount from running_totals
  union all
  select name, period, amount from running_total_changes;

-- Deposits that are held now, and the cents in them. One changes at a time.
create function held_cents(d deposits) returns integer language sql immutable as $$
  select d.amount_cents - d.kept_cents - d.refunded_cents - d.lost_cents
$$;
create function total_deposits() returns trigger language plpgsql as $$
declare
  held integer := 0;
  cents integer := 0;
begin
  if tg_op <> 'INSERT' and old.closed_at is null then
    held := held - 1;
    cents := cents - held_cents(old);
  end if;
  if tg_op <> 'DELETE' and new.closed_at is null then
    held := held + 1;
    cents := cents + held_cents(new);
  end if;
  insert into running_total_changes (name, amount)
    select v.name, v.amount
    from (values ('deposits_held', held), ('deposits_held_cents', cents)) as v (name, amount)
    where v.amount <> 0;
  return null;
end $$;
create trigger held_deposits_are_totalled
  after insert or delete or update of amount_cents, kept_cents, refunded_cents, lost_cents, closed_at
  on deposits for each row execute function total_deposits();
