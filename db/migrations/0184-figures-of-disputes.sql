-- Disputes that were lost, but not those of deposits.
create function figures_of_dispute(d disputes)
returns table (name text, period timestamptz, amount bigint) language sql stable as $$
  select 'income_refunds', quarter_hour(d.closed_at), d.amount_cents::bigint
  where d.status = 'lost' and d.amount_cents <> 0 and not exists (select from checkout_orders o
    where o.id = d.order_id and o.product_type in ('deposit', 'deposit_top_up'))
$$;
create function add_figures_of_dispute() returns trigger language plpgsql as $$
begin
  insert into figure_changes (name, period, amount)
  select f.name, f.period, sum(f.amount)
  from (
    select name, period, -amount as amount from figures_of_dispute(old)
    union all
    select name, period, amount from figures_of_dispute(new)
  ) f
  group by 1, 2 having sum(f.amount) <> 0;
  return null;
end $$;
create trigger disputes_are_in_figures
  after insert or delete or update of order_id, amount_cents, status, closed_at
  on disputes for each row execute function add_figures_of_dispute();
