-- The admin's page of payouts added up all pending transfers, as many as there are closets while too
-- little is available at Stripe. They are running totals, as of 0148; the next migration sets them.
-- small tables: running_totals, running_total_changes
alter table running_totals drop constraint running_total_is_known;
alter table running_totals add constraint running_total_is_known check (name in ('deposits_held',
  'deposits_held_cents', 'rentals_live', 'credits_owed', 'credits_owed_millicents',
  'earnings_unpaid_cents', 'transfers_pending_cents', 'transfers_waiting', 'transfers_waiting_cents'));
alter table running_total_changes drop constraint change_of_a_total_is_known;
alter table running_total_changes add constraint change_of_a_total_is_known check (name in (
  'deposits_held', 'deposits_held_cents', 'rentals_live', 'credits_owed', 'credits_owed_millicents',
  'earnings_unpaid_cents', 'transfers_pending_cents', 'transfers_waiting', 'transfers_waiting_cents'));

-- Waiting is a pending transfer that was tried: too little was available. One changes at a time.
create function total_transfers() returns trigger language plpgsql as $$
declare
  pending_cents integer := 0;
  waiting integer := 0;
  waiting_cents integer := 0;
begin
  if tg_op <> 'INSERT' and old.status = 'pending' then
    pending_cents := pending_cents - old.amount_cents;
    if old.tries > 0 then
      waiting := waiting - 1;
      waiting_cents := waiting_cents - old.amount_cents;
    end if;
  end if;
  if tg_op <> 'DELETE' and new.status = 'pending' then
    pending_cents := pending_cents + new.amount_cents;
    if new.tries > 0 then
      waiting := waiting + 1;
      waiting_cents := waiting_cents + new.amount_cents;
    end if;
  end if;
  insert into running_total_changes (name, amount)
    select v.name, v.amount
    from (values ('transfers_pending_cents', pending_cents), ('transfers_waiting', waiting),
      ('transfers_waiting_cents', waiting_cents)) as v (name, amount)
    where v.amount <> 0;
  return null;
end $$;
create trigger pending_transfers_are_totalled
  after insert or delete or update of status, tries, amount_cents
  on transfers for each row execute function total_transfers();
