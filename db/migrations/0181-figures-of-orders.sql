-- What was paid, by what it was for; plans are paid by their invoices.
create function figures_of_order(o checkout_orders)
returns table (name text, period timestamptz, amount bigint) language sql immutable as $$
  select case o.product_type when 'one_time' then 'income_packs' when 'gift' then 'income_gifts'
      else 'deposits_paid' end,
    quarter_hour(o.paid_at), o.amount_cents::bigint
  where o.paid_at is not null and o.amount_cents <> 0
    and o.product_type in ('one_time', 'gift', 'deposit', 'deposit_top_up')
$$;
create function add_figures_of_order() returns trigger language plpgsql as $$
begin
  insert into figure_changes (name, period, amount)
  select f.name, f.period, sum(f.amount)
  from (
    select name, period, -amount as amount from figures_of_order(old)
    union all
    select name, period, amount from figures_of_order(new)
  ) f
  group by 1, 2 having sum(f.amount) <> 0;
  return null;
end $$;
create trigger orders_are_in_figures
  after insert or delete or update of product_type, amount_cents, paid_at
  on checkout_orders for each row execute function add_figures_of_order();
