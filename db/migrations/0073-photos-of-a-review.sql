-- What a closet photographs when it looks at an item that came back and keeps part of the deposit.
alter table rental_handovers drop constraint handover_step_is_known;
alter table rental_handovers add constraint handover_step_is_known
  check (step in ('delivery', 'failed_delivery', 'return', 'review'));
