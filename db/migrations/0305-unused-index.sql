-- Private images of versions before 0.1.0 were found by it.
drop index if exists images_to_hide;

-- All rows met these when they were added.
alter table refunds validate constraint credits_are_revoked_by_a_refund;
alter table refunds validate constraint only_credits_are_revoked;
