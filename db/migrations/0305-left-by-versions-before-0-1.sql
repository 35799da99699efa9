-- What versions before 0.1.0 may have left: private images were found by this index, and holidays blocked
-- days of each item.
drop index if exists images_to_hide;
delete from rental_availability where holiday_id is not null;

-- All rows met these when they were added.
alter table refunds validate constraint credits_are_revoked_by_a_refund;
alter table refunds validate constraint only_credits_are_revoked;
