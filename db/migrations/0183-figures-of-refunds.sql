-- Refunds that succeeded, by what their order was for, which never changes.
create function figures_of_refund(f refunds)
returns table (name text, period timestamptz, amount bigint) language sql stable as $$
  select case when o.product_type in ('deposit', 'deposit_top_up') then 'deposits_returned'
      else 'income_refunds' end,
    quarter_hour(f.finished_at), f.amount_cents::bigint
  from checkout_orders o
  where o.id = f.order_id and f.status = 'succeeded' and f.amount_cents <> 0
$$;
create function add_figures_of_refund() returns trigger language plpgsql as $$
begin
  insert into figure_changes (name, period, amount)
  select f.name, f.period, sum(f.amount)
  from (
    select name, period, -amount as amount from figures_of_refund(old)
    union all
    select name, period, amount from figures_of_refund(new)
  ) f
  group by 1, 2 having sum(f.amount) <> 0;
  return null;
end $$;
create trigger refunds_are_in_figures
  after insert or delete or update of order_id, amount_cents, status, finished_at
  on refunds for each row execute function add_figures_of_refund();
