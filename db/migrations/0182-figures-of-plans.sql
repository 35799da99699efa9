-- Every payment of a plan, including the first one.
create function figures_of_coverage(c subscription_coverage)
returns table (name text, period timestamptz, amount bigint) language sql immutable as $$
  select 'income_plans', quarter_hour(c.paid_at), c.paid_cents::bigint
  where c.paid_at is not null and c.paid_cents <> 0
$$;
create function add_figures_of_coverage() returns trigger language plpgsql as $$
begin
  insert into figure_changes (name, period, amount)
  select f.name, f.period, sum(f.amount)
  from (
    select name, period, -amount as amount from figures_of_coverage(old)
    union all
    select name, period, amount from figures_of_coverage(new)
  ) f
  group by 1, 2 having sum(f.amount) <> 0;
  return null;
end $$;
create trigger plans_are_in_figures
  after insert or delete or update of paid_at, paid_cents
  on subscription_coverage for each row execute function add_figures_of_coverage();
