-- An offer stayed open when its item was paused or taken down or its lister was blocked, and counted as
-- one that its shopper had let go. Such offers are withdrawn now.
update waitlist_entries w set status = 'waiting', offered_at = null, offer_expires_at = null
from clothing_items i
where i.id = w.item_id and w.status = 'offered'
  and not (i.approval_status = 'approved' and i.deleted_at is null and not i.paused
    and i.lister_in_good_standing);

create or replace view invariant_violations_of_waitlist (check_name, subject, detail) as
  select 'open offers of the waitlist hold their days, ended ones none', w.id::text,
    format('%s: %s', w.status, b.period)
  from waitlist_entries w left join booked_periods b on b.waitlist_entry_id = w.id
  where case when w.status = 'offered'
    then b.period is null or not b.period @> daterange(w.start_date, w.end_date, '[]')
    else b.period is not null end
  union all
  select 'an open offer of the waitlist is for an item that can be rented', w.id::text, i.title
  from waitlist_entries w
  join clothing_items i on i.id = w.item_id
  where w.status = 'offered'
    and not (i.approval_status = 'approved' and i.deleted_at is null and not i.paused
      and i.lister_in_good_standing)
    and not exists (select from lister_changes c where c.lister_id = i.business_id)
  union all
  select 'nobody waits for days that are free', w.id::text,
    format('%s: %s to %s', w.item_id, w.start_date, w.end_date)
  from waitlist_entries w
  join clothing_items i on i.id = w.item_id
  where w.status = 'waiting' and w.due_since is null
    and i.approval_status = 'approved' and i.deleted_at is null and not i.paused
    and i.lister_in_good_standing
    and not exists (select from lister_changes c where c.lister_id = i.business_id)
    and check_item_availability(w.item_id, w.start_date, w.end_date, null, w.shopper_id)
    and not exists (select from waitlist_entries o
      where o.shopper_id = w.shopper_id and o.status = 'offered')
    -- An item that is late is not free, which depends on the day.
    and not exists (select from rentals r where r.item_id = w.item_id
      and r.status = 'delivered' and r.return_status <> 'returned' and r.end_date < w.start_date)
  union all
  select 'nobody is on more waitlists than allowed', w.shopper_id::text, count(*)::text
  from waitlist_entries w where w.status in ('waiting', 'offered')
  group by w.shopper_id having count(*) > 5
  union all
  select 'no waitlist is longer than allowed', w.item_id::text, count(*)::text
  from waitlist_entries w where w.status in ('waiting', 'offered')
  group by w.item_id having count(*) > 20;
