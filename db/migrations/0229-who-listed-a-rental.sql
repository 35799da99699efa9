-- Listings of admins earn nothing. Of a rental this was decided by the account type of its owner when an
-- amount kept from the deposit was final, a week after its end. It is recorded with the owner now: null for
-- rentals that had ended before.
alter table rentals add column listed_by_admin boolean;

create function record_who_listed() returns trigger language plpgsql as $$
begin
  new.listed_by_admin := (select account_type = 'admin' from user_profiles where id = new.owner_id);
  return new;
end $$;
create trigger new_rental_records_who_listed before insert on rentals
  for each row execute function record_who_listed();
create trigger passed_rental_records_who_listed before update of owner_id on rentals
  for each row when (old.owner_id is distinct from new.owner_id) execute function record_who_listed();

-- A closet that became an admin has a rate on what it had lent before; a former admin never was a closet.
update rentals r
set listed_by_admin = case p.account_type when 'admin' then r.cents_per_credit = 0
  else p.business_status is null end
from user_profiles p
where p.id = r.owner_id and r.id in (
  select id from rentals where status in ('pending', 'confirmed', 'delivered')
  union all
  select rental_id from deposit_claims where final_at is null);
