-- Customers, payments and the accounts of closets exist in the payment sandbox, in Stripe's test mode or
-- in its live mode, and in one of them alone. The shop does not open in another mode than theirs.
create table payment_mode (
  is_only_row boolean primary key default true check (is_only_row),
  mode text not null,
  constraint payment_mode_is_known check (mode in ('sandbox', 'test', 'live'))
);

-- Of earlier versions only the sandbox inside the app can be recognized; for others, the next start
-- records its own mode.
do $$
begin
  if to_regclass('stripe_sandbox.objects') is not null then
    execute 'insert into payment_mode (mode)
      select ''sandbox'' where exists (
        select from stripe_sandbox.objects o join stripe_customers c on c.stripe_customer_id = o.id)
      or exists (
        select from stripe_sandbox.objects o join payout_accounts a on a.stripe_account_id = o.id)';
  end if;
end $$;
