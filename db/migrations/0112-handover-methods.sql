-- How an item changed hands at its delivery.

alter table rentals
  add column handover_method text,
  add column carrier text,
  add column tracking_number text,
  add constraint handover_method_is_known check (handover_method in ('meet', 'post', 'courier')),
  add constraint carrier_is_known check (carrier in ('usps', 'ups', 'fedex', 'dhl', 'other')),
  add constraint only_what_is_sent_has_a_carrier check
    ((carrier is null and tracking_number is null)
      or (handover_method is not null and handover_method <> 'meet')),
  add constraint tracking_number_is_short check (char_length(tracking_number) <= 100);
