-- Cards of all lists show which closets accept requests automatically.
create or replace view clothing_items_with_location as
  select i.id, i.business_id, i.title, i.description, i.image_id, i.image_url, i.size, i.style,
    i.event_type, i.occasion, i.credits_per_day, i.brand_id, i.approval_status, i.available, i.paused,
    i.deleted_at, i.created_at, i.updated_at, i.lister_in_good_standing, i.location, i.is_public,
    i.style_group, i.occasion_group, i.size_group, i.location_group,
    p.city as owner_city, p.state as owner_state, i.accepts_automatically
  from clothing_items i join user_profiles p on p.id = i.business_id
  where i.deleted_at is null;
