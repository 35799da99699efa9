-- When and where the closet and the renter meet, as the closet has written it: for the delivery, and
-- for the return.
alter table rentals add column delivery_arrangement text;
alter table rentals add column return_arrangement text;
alter table rentals add constraint handover_arrangements_are_short
  check (char_length(delivery_arrangement) between 1 and 200 and char_length(return_arrangement) between 1 and 200)
  not valid;
