-- Until when a request has to be answered: computed by the app, which alone converts between local time
-- and instants. Empty for rentals of before that were no longer requests.
alter table rentals add column answer_by timestamptz;
-- When the closet was reminded of the request.
alter table rentals add column answer_reminded_at timestamptz;

-- Those who wait have been told "by the end of the first day"; from now on they wait a day at most.
update rentals set answer_by = greatest(now(), created_at) + interval '24 hours' where status = 'pending';

alter table rentals add constraint request_has_an_answer_time
  check (status <> 'pending' or answer_by is not null) not valid;
alter table rentals add constraint answer_time_is_two_hours_away
  check (answer_by >= created_at + interval '2 hours') not valid;
-- Nobody accepts a request that its renter no longer counts on, and none ends before its time.
alter table rentals add constraint request_is_accepted_before_its_answer_time
  check (confirmed_at < answer_by) not valid;
alter table rentals add constraint unanswered_request_had_its_time
  check (cancellation <> 'never_answered' or cancelled_at >= answer_by) not valid;
