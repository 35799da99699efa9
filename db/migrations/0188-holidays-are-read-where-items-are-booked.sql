-- A holiday was written as blocked dates of every item of its closet: millions of rows for a large one. Now
-- whoever asks whether an item is free also reads the holidays of its closet. The rows that are there stay for
-- processes of the version before; a job removes them.
-- small tables: closet_holidays
create index holidays_of_closet on closet_holidays (owner_id, end_date);

-- As before, and on no day of a holiday.
create or replace function check_item_availability(
  p_item_id uuid, p_start_date date, p_end_date date, p_today date default null,
  p_shopper_id uuid default null
) returns boolean language sql stable as $$
  select exists (select from clothing_items i
    where i.id = p_item_id and i.available and p_start_date <= p_end_date
      and not exists (select from booked_periods b where b.item_id = i.id
        and b.period && daterange(p_start_date, greatest(p_start_date, p_end_date) + i.turnaround_days, '[]')
        and not exists (select from waitlist_entries w
          where w.id = b.waitlist_entry_id and w.shopper_id = p_shopper_id))
      and (i.advance_booking or not exists (select from waitlist_entries w
        where w.item_id = i.id and w.status = 'offered'
          and w.shopper_id is distinct from p_shopper_id))
      and not exists (select from rental_availability a where a.item_id = i.id
        and a.blocked_date between p_start_date and p_end_date)
      and not exists (select from closet_holidays h where h.owner_id = i.business_id
        and h.end_date >= p_start_date and h.start_date <= p_end_date)
      and not exists (select from rentals r where r.item_id = i.id
        and r.status = 'delivered' and r.return_status <> 'returned' and r.end_date < p_today
        and p_start_date <= p_today + 3 + i.turnaround_days))
$$;
