-- What leaves the shop: emails, webhooks, and answers of the API that are repeated.

-- Emails to send, written in the transaction of what they are about.
create table mail_outbox (
  id uuid primary key,
  message_id text not null,
  template text not null,
  recipient_id uuid references user_profiles (id) on delete set null,
  to_address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  -- Its links or codes give access to an account or credits: admins cannot read it.
  confidential boolean not null default false,
  topic text,
  constraint message_id_is_stable_and_unique unique (message_id),
  constraint topic_of_mail_is_known
    check (topic in ('messages', 'reviews', 'waitlist', 'digest'))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index mail_outbox_newest_first on mail_outbox (created_at desc, id desc);
create index mail_outbox_search on mail_outbox
  using gin ((to_address || ' ' || subject) gin_trgm_ops);
create index mail_outbox_failed on mail_outbox (created_at desc, id desc)
  where sent_at is null and last_error is not null;
-- How many links were just sent for an account.
create index mail_outbox_resets on mail_outbox (recipient_id, created_at) where template = 'reset';
-- What was sent long ago is deleted.
create index mail_outbox_sent on mail_outbox (sent_at) where sent_at is not null;
-- One person's emails.
create index mail_outbox_by_recipient on mail_outbox (recipient_id, created_at desc, id desc);
create index mail_outbox_to_send on mail_outbox (created_at desc, id desc)
  where sent_at is null and last_error is null;
create index mail_outbox_sent_newest_first on mail_outbox (created_at desc, id desc)
  where sent_at is not null;
-- Emails to closed accounts are deleted sooner than others.
create index mail_outbox_farewells on mail_outbox (sent_at)
  where sent_at is not null and template = 'farewell';

-- Which emails people have turned off. Emails about a running rental, money or security have no topic.
create table mail_choices (
  user_id uuid not null references user_profiles (id),
  topic text not null,
  off_at timestamptz not null,
  constraint topic_is_turned_off_once primary key (user_id, topic),
  constraint mail_topic_is_known check (topic in ('messages', 'reviews', 'waitlist', 'digest'))
);

-- Emails to an address that nobody has confirmed are counted by address, whoever asks for them. Accounts come
-- and go while these counts stay, so the address is a hash.
create table unconfirmed_addresses (
  address_hash text primary key,
  emails integer not null,
  counted_since timestamptz not null,
  constraint unconfirmed_addresses_get_few_emails check (emails between 1 and 10)
);

-- Webhooks of closets: what happens in their closet is posted to addresses of theirs.
create table webhook_endpoints (
  id uuid primary key,
  owner_id uuid not null references user_profiles (id),
  -- Among the endpoints of its owner.
  place smallint not null,
  url text not null,
  -- Encrypted.
  secret text not null,
  -- The secret before the last rotation; it signs too until then.
  previous_secret text,
  previous_secret_until timestamptz,
  events text[] not null,
  created_at timestamptz not null,
  disabled_at timestamptz,
  disabled_because text,
  -- The first failure since the last success.
  failing_since timestamptz,
  -- Its last answer took long: it does not take the turns of the others.
  is_slow boolean not null default false,
  last_tried_at timestamptz,
  -- A process is sending to it; free again then, whatever became of the process.
  sending_until timestamptz,
  constraint closet_has_at_most_10_endpoints unique (owner_id, place),
  constraint place_of_an_endpoint_is_1_to_10 check (place between 1 and 10),
  constraint endpoint_is_once_per_closet unique (owner_id, url),
  constraint endpoint_is_called_by_https check (url like 'https://%' and char_length(url) <= 500),
  constraint previous_secret_has_an_end check
    ((previous_secret is null) = (previous_secret_until is null)),
  constraint endpoint_has_events check (cardinality(events) between 1 and 50),
  constraint events_of_an_endpoint_are_known check (events <@ array[
    'rental.requested', 'rental.accepted', 'rental.declined', 'rental.expired', 'rental.cancelled',
    'rental.delivered', 'rental.delivery_denied', 'rental.delivery_failed', 'rental.extended',
    'rental.late', 'rental.at_risk', 'rental.no_longer_at_risk', 'rental.sent_back',
    'rental.returned', 'rental.completed', 'rental.claim_reduced', 'rental.step_undone',
    'listing.approved', 'listing.denied', 'earning.recorded', 'transfer.made', 'review.received']),
  constraint reason_to_disable_is_known check
    (disabled_because in ('by_owner', 'failing', 'gone', 'too_many_waiting')),
  constraint disabled_endpoint_says_why check ((disabled_at is null) = (disabled_because is null))
);

create table outgoing_events (
  id uuid primary key,
  type text not null,
  owner_id uuid not null references user_profiles (id),
  payload jsonb not null,
  at timestamptz not null,
  constraint outgoing_event_is_known check (type in (
    'rental.requested', 'rental.accepted', 'rental.declined', 'rental.expired', 'rental.cancelled',
    'rental.delivered', 'rental.delivery_denied', 'rental.delivery_failed', 'rental.extended',
    'rental.late', 'rental.at_risk', 'rental.no_longer_at_risk', 'rental.sent_back',
    'rental.returned', 'rental.completed', 'rental.claim_reduced', 'rental.step_undone',
    'listing.approved', 'listing.denied', 'earning.recorded', 'transfer.made', 'review.received',
    'webhook.test')),
  constraint payload_of_an_event_is_an_object check (jsonb_typeof(payload) = 'object'),
  constraint payload_of_an_event_is_small check (octet_length(payload::text) <= 32768)
);
create index outgoing_events_to_remove on outgoing_events (at);
create index outgoing_events_by_owner on outgoing_events (owner_id, id);

create table webhook_deliveries (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  event_id uuid not null references outgoing_events (id) on delete cascade,
  tries smallint not null default 0,
  -- Empty once it is done, or not tried any more.
  next_at timestamptz,
  done_at timestamptz,
  last_tried_at timestamptz,
  -- The HTTP status of the last answer.
  last_status smallint,
  last_problem text,
  constraint event_goes_to_an_endpoint_once unique (event_id, endpoint_id),
  constraint tries_of_a_delivery_are_counted check (tries >= 0),
  constraint finished_delivery_is_not_tried_again check (done_at is null or next_at is null),
  constraint tried_delivery_says_when check (tries = 0 or last_tried_at is not null),
  constraint status_of_an_answer_is_a_status check (last_status between 100 and 599),
  constraint problem_of_a_delivery_is_known check (last_problem in
    ('status', 'redirect', 'timeout', 'unknown_host', 'private_address', 'unreachable',
      'certificate', 'no_answer', 'secret'))
);
create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, next_at)
  where next_at is not null;
create index webhook_deliveries_due on webhook_deliveries (next_at) where next_at is not null;

-- What was answered to a request with an `Idempotency-Key`. Written in the transaction of what the
-- request did, so that a row is there exactly when it was done. Removed after a day.
create table api_requests (
  token_id uuid not null references api_tokens (id) on delete cascade,
  key text not null,
  body_hash text not null,
  -- Null only within the transaction.
  status smallint,
  answer json,
  at timestamptz not null,
  primary key (token_id, key),
  constraint api_request_key_is_short check (char_length(key) between 1 and 255),
  constraint api_request_hash_is_sha256 check (body_hash ~ '^[0-9a-f]{64}$'),
  constraint api_request_has_succeeded check (status between 200 and 299)
);
create index api_requests_by_time on api_requests (at);

-- What is kept of a closet's events: no delivery beyond 1,100 that wait for an endpoint, and the newest
-- 10,000 events. An older one stays while a delivery of it waits. The command that records an event never
-- fails because of this.
create function closet_keeps_newest_events() returns trigger language plpgsql as $$
declare
  oldest_kept uuid;
begin
  -- One at a time for each closet, so that simultaneous events are counted. The trigger runs at the end of
  -- the transaction, so nothing else is locked afterward.
  perform pg_advisory_xact_lock(hashtextextended('webhook events ' || new.owner_id, 0));
  delete from webhook_deliveries d
  where d.event_id = new.id and d.next_at is not null
    and (select count(*) from (select from webhook_deliveries w
      where w.endpoint_id = d.endpoint_id and w.next_at is not null limit 1101) waiting) > 1100;
  if found then
    delete from outgoing_events o
    where o.id = new.id and not exists (select from webhook_deliveries d where d.event_id = o.id);
  end if;
  select id into oldest_kept from outgoing_events
  where owner_id = new.owner_id order by id desc offset 9999 limit 1;
  if found then
    delete from outgoing_events where id in (
      select o.id from outgoing_events o
      where o.owner_id = new.owner_id and o.id < oldest_kept and not exists (
        select from webhook_deliveries d where d.event_id = o.id and d.next_at is not null)
      order by o.id limit 100 for update skip locked);
  end if;
  return null;
end $$;
create constraint trigger closets_keep_newest_events after insert on outgoing_events
  deferrable initially deferred for each row execute function closet_keeps_newest_events();
