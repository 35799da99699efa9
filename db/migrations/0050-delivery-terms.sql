-- What a shopper tells every closet about deliveries, beside the address.
alter table user_profiles
  add column delivery_notes text,
  -- Of a closet: how far it delivers, and how many days before the first day it must be asked.
  add column driving_distance text,
  add column notice_days integer not null default 0,
  add constraint profile_driving_distance_is_known check
    (driving_distance in ('5 miles', '10 miles', '15 miles', '20 miles', '30+ miles')),
  add constraint notice_is_at_most_two_weeks check (notice_days between 0 and 14);

update user_profiles p set driving_distance = (
  select a.driving_distance from business_applications a
  where a.user_id = p.id and a.status = 'approved'
  order by a.applied_at desc, a.id desc limit 1
)
where p.business_status = 'approved';
