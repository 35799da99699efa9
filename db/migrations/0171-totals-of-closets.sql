-- What a closet is owed was added up from all of its unpaid earnings: years of them, while it has no
-- account at Stripe. These totals are kept as those of the shop are, as of 0148: a trigger adds a change
-- that nobody waits for, and a job adds changes to closet_totals. 0173 sets them.
create table closet_totals (
  owner_id uuid not null,
  name text not null,
  -- The start of the day (UTC), in totals that are kept by day.
  period timestamptz,
  amount bigint not null,
  constraint total_of_a_closet_is_known check
    (name in ('unpaid_earnings', 'payable_cents', 'earned_cents')),
  constraint total_of_a_closet_is_stored_once unique nulls not distinct (owner_id, name, period)
);
create index closets_with_unpaid_earnings on closet_totals (owner_id) include (amount)
  where name = 'unpaid_earnings';
create index closet_totals_of_0 on closet_totals (owner_id) where amount = 0;
create table closet_total_changes (
  owner_id uuid not null,
  name text not null,
  period timestamptz,
  amount bigint not null,
  constraint changed_total_of_a_closet_is_known check
    (name in ('unpaid_earnings', 'payable_cents', 'earned_cents')),
  constraint change_of_a_closet_changes_it check (amount <> 0)
);
create index changes_of_a_closet on closet_total_changes (owner_id);
alter table closet_total_changes
  set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table closet_totals
  set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

create view closet_total_amounts as
  select owner_id, name, period, amount from closet_totals
  union all
  select owner_id, name, period, amount from closet_total_changes;

-- Of an unpaid earning: that there is one, its cents by the day on which they become payable, and those
-- that were not taken back by the day on which they were earned.
create function unpaid_amounts(cents integer, earned_at timestamptz, payable_at timestamptz)
returns table (name text, period timestamptz, amount bigint) language sql immutable as $$
  values
    ('unpaid_earnings', null::timestamptz, 1::bigint),
    ('payable_cents', payable_day(payable_at), cents::bigint),
    ('earned_cents', payable_day(earned_at), greatest(cents, 0)::bigint)
$$;
create function total_earnings_of_closets() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into closet_total_changes (owner_id, name, period, amount)
    select e.owner_id, a.name, a.period, sum(a.amount)
    from after_it e cross join lateral unpaid_amounts(e.amount_cents, e.earned_at, e.payable_at) a
    where e.transfer_id is null
    group by 1, 2, 3 having sum(a.amount) <> 0;
  else
    insert into closet_total_changes (owner_id, name, period, amount)
    select e.owner_id, a.name, a.period, sum(e.sign * a.amount)
    from (
      select owner_id, amount_cents, earned_at, payable_at, 1 as sign
      from after_it where transfer_id is null
      union all
      select owner_id, amount_cents, earned_at, payable_at, -1
      from before_it where transfer_id is null
    ) e
    cross join lateral unpaid_amounts(e.amount_cents, e.earned_at, e.payable_at) a
    group by 1, 2, 3 having sum(e.sign * a.amount) <> 0;
  end if;
  return null;
end $$;
create trigger new_earnings_of_closets_are_totalled after insert on earnings
  referencing new table as after_it
  for each statement execute function total_earnings_of_closets();
create trigger unpaid_earnings_of_closets_are_totalled after update on earnings
  referencing old table as before_it new table as after_it
  for each statement execute function total_earnings_of_closets();
