-- The app computes when an offer ends: only its tz database knows the time zone of the shop.
drop function waitlist_offer_end(timestamptz, date, integer, text);
