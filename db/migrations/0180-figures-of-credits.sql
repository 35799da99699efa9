-- Credits that were sold, and those that were spent less what was refunded.
create function figures_of_credits(t credit_transactions)
returns table (name text, period timestamptz, amount bigint) language sql immutable as $$
  select case when t.kind in ('purchase', 'gift_claim', 'subscription') then 'credits_sold'
      else 'credits_spent' end,
    quarter_hour(t.effective_at),
    case when t.kind in ('purchase', 'gift_claim', 'subscription') then t.amount else -t.amount end::bigint
  where t.amount <> 0 and t.kind in ('purchase', 'gift_claim', 'subscription', 'rental',
    'cancellation', 'return_request')
$$;
create function add_figures_of_credits() returns trigger language plpgsql as $$
begin
  insert into figure_changes (name, period, amount)
  select f.name, f.period, sum(f.amount)
  from (
    select name, period, -amount as amount from figures_of_credits(old)
    union all
    select name, period, amount from figures_of_credits(new)
  ) f
  group by 1, 2 having sum(f.amount) <> 0;
  return null;
end $$;
create trigger credits_are_in_figures
  after insert or delete or update of kind, amount, effective_at
  on credit_transactions for each row execute function add_figures_of_credits();
