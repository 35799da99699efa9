-- A closet that create-admin made an admin kept its endpoints: with no page for them, and nothing sent.
-- As when an account changes, what was recorded for them goes too.
delete from webhook_endpoints e using user_profiles p
where p.id = e.owner_id and (p.account_type <> 'business'
  or p.business_status is distinct from 'approved' or p.deleted_at is not null);

delete from outgoing_events o using user_profiles p
where p.id = o.owner_id and (p.account_type <> 'business'
  or p.business_status is distinct from 'approved' or p.deleted_at is not null);
