-- Late returns: the renter can say that the item is on its way back, the next rental of a late item is
-- at risk, and a rental can be swapped for one of another item.
alter table rentals
  add column sent_back_at timestamptz,
  add column sent_back_tracking text,
  add column at_risk_since timestamptz,
  -- The rental whose item is late.
  add column at_risk_from uuid references rentals (id),
  -- The rental that took its place.
  add column swapped_for uuid references rentals (id),
  add constraint only_delivered_rentals_are_sent_back check
    (sent_back_at is null or delivered_at is not null),
  add constraint tracking_number_is_of_a_rental_sent_back check
    (sent_back_tracking is null
      or (sent_back_at is not null and char_length(sent_back_tracking) between 1 and 100)),
  add constraint rental_at_risk_says_why check
    ((at_risk_since is null) = (at_risk_from is null) and at_risk_from <> id),
  add constraint swapped_rental_names_the_other check
    (coalesce(cancellation = 'swapped', false) = (swapped_for is not null));

alter table rentals drop constraint cancellation_is_known;
alter table rentals add constraint cancellation_is_known check (cancellation in
  ('by_shopper', 'by_owner', 'delivery_failed', 'never_delivered', 'never_answered',
    'previous_rental_late', 'swapped'));
alter table rental_handovers drop constraint handover_step_is_known;
alter table rental_handovers add constraint handover_step_is_known
  check (step in ('delivery', 'failed_delivery', 'sent_back', 'return', 'review'));

create index undelivered_rentals_of_item on rentals (item_id, start_date)
  where status in ('pending', 'confirmed');
create index rentals_out_by_end on rentals (end_date)
  where status = 'delivered' and return_status <> 'returned';
create index rentals_sent_back on rentals (sent_back_at)
  where status = 'delivered' and return_status <> 'returned' and sent_back_at is not null;
create index rentals_at_risk on rentals (at_risk_from)
  where status in ('pending', 'confirmed') and at_risk_from is not null;
create unique index rental_takes_the_place_of_one on rentals (swapped_for) where swapped_for is not null;

alter view invariant_violations rename to invariant_violations_before_late_returns;
create view invariant_violations as
  select check_name, subject, detail from invariant_violations_before_late_returns
  union all
  select 'a rental is at risk from another of its item', r.id::text, late.id::text
  from rentals r join rentals late on late.id = r.at_risk_from
  where late.item_id <> r.item_id or late.start_date >= r.start_date
  union all
  select 'a swapped rental became one of another item from the same day', r.id::text, o.id::text
  from rentals r join rentals o on o.id = r.swapped_for
  where o.item_id = r.item_id or o.renter_id <> r.renter_id or o.start_date <> r.start_date
  union all
  select 'a rental cancelled because the one before was late was compensated', r.id::text,
    r.at_risk_from::text
  from rentals r
  where r.cancellation = 'previous_rental_late'
    and (r.at_risk_from is null or not exists (select from credit_transactions t
      where t.idempotency_key = 'goodwill:late:' || r.id and t.user_id = r.renter_id));
