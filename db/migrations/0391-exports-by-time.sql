-- no transaction
-- Files of all earnings, deposits and gift codes are read in the order of time, and people with a deposit by id.
create index concurrently earnings_by_time on earnings (earned_at, id);
create index concurrently deposits_by_time on deposits (paid_at, id);
create index concurrently open_deposits_by_person on deposits (user_id) where closed_at is null;
create index concurrently gift_codes_by_time on gift_codes (created_at, id);
create index concurrently gift_codes_by_end
  on gift_codes (coalesce(claimed_at, revoked_at, expires_at), id);
