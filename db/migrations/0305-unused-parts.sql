-- Nothing uses these any more.
drop function if exists waitlist_offer_end(timestamptz, date, integer, text);
drop index if exists images_to_hide;

-- Each was added when all rows met it.
alter table refunds validate constraint credits_are_revoked_by_a_refund;
alter table refunds validate constraint only_credits_are_revoked;
