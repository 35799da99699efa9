-- Rentals that need action: requests first, then by the day on which something is due.
create index live_rentals_by_due on rentals (
    (status <> 'pending'),
    (case when status in ('pending', 'confirmed') then start_date else end_date end),
    id)
  where status in ('pending', 'confirmed', 'delivered');

create index upcoming_rentals_by_start on rentals (start_date, id)
  where status in ('pending', 'confirmed');

-- A phone number is found however it was typed.
create index rentals_phone_search on rentals
  using gin ((regexp_replace(renter_phone, '\D', '', 'g')) gin_trgm_ops)
  where renter_phone is not null;
