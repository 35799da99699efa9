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

alter view invariant_violations rename to invariant_violations_before_webhooks;
create view invariant_violations as
  select check_name, subject, detail from invariant_violations_before_webhooks
  union all
  select 'an endpoint belongs to an approved closet', e.id::text, p.account_type
  from webhook_endpoints e join user_profiles p on p.id = e.owner_id
  where p.account_type <> 'business' or p.business_status is distinct from 'approved'
    or p.deleted_at is not null
  union all
  select 'an event is delivered to endpoints of its own closet', d.id::text, null
  from webhook_deliveries d
  join webhook_endpoints e on e.id = d.endpoint_id join outgoing_events o on o.id = d.event_id
  where e.owner_id <> o.owner_id;
