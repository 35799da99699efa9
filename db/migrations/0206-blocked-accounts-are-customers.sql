-- Who was made an admin after the block is one: an admin has decided so since. A closet stays blocked, as
-- one whose account type is changed back.
update user_profiles set blocked_at = null, blocked_reason = null
where blocked_at is not null and account_type = 'admin';

update user_profiles set account_type = 'regular', business_status = 'blocked'
where blocked_at is not null and account_type = 'business';

alter table user_profiles validate constraint only_customers_are_blocked;
