-- Ratings ("reviews" on screen): each side of a completed rental about the other. Nobody sees one
-- before it is published: when both are written, or 14 days after the completion.

create table ratings (
  id uuid primary key,
  rental_id uuid not null references rentals (id),
  side text not null,
  item_id uuid not null references clothing_items (id),
  about_id uuid not null references user_profiles (id),
  writer_id uuid not null references user_profiles (id),
  stars smallint not null,
  words text not null default '',
  fit text,
  usual_size text,
  height_cm smallint,
  image_ids uuid[] not null default '{}',
  written_at timestamptz not null,
  -- Published by then, whether the other side has written or not.
  due_at timestamptz not null,
  published_at timestamptz,
  hidden_at timestamptz,
  hidden_by uuid references user_profiles (id),
  hidden_reason text,
  reply text,
  replied_at timestamptz,
  constraint one_rating_per_side unique (rental_id, side),
  constraint rating_side_is_known check (side in ('renter', 'owner')),
  constraint stars_are_1_to_5 check (stars between 1 and 5),
  constraint rating_words_are_short check (char_length(words) <= 2000),
  constraint fit_is_known check (fit in ('small', 'true', 'large')),
  constraint only_renters_rate_the_fit check
    (side = 'renter' or num_nonnulls(fit, usual_size, height_cm) = 0),
  constraint only_renters_show_photos check (side = 'renter' or image_ids = '{}'),
  constraint rating_has_at_most_4_photos check (cardinality(image_ids) <= 4),
  constraint rated_size_is_known check (usual_size in ('XS', 'S', 'M', 'L', 'XL', 'XXL')),
  constraint rated_height_is_that_of_a_person check (height_cm between 100 and 250),
  constraint only_a_published_rating_is_hidden check (hidden_at is null or published_at is not null),
  constraint hidden_rating_says_why check
    ((hidden_at is null) = (hidden_reason is null) and (hidden_at is null) = (hidden_by is null)),
  constraint only_a_published_rating_has_a_reply check
    (replied_at is null or published_at is not null),
  -- An admin can remove the words of a reply; there is no second one.
  constraint reply_has_a_time check (reply is null or replied_at is not null),
  constraint reply_says_something check (btrim(reply) <> '' and char_length(reply) <= 2000)
);
create index ratings_of_item on ratings (item_id, published_at desc, id desc)
  where side = 'renter' and published_at is not null and hidden_at is null;
create index ratings_about_renter on ratings (about_id, published_at desc, id desc)
  where side = 'owner' and published_at is not null and hidden_at is null;
create index ratings_to_publish on ratings (due_at, id) where published_at is null;
create index ratings_shown on ratings (published_at desc, id desc)
  where published_at is not null and hidden_at is null;
create index ratings_hidden on ratings (hidden_at desc, id desc) where hidden_at is not null;
create index ratings_by_writer on ratings (writer_id);
create index ratings_by_person on ratings (about_id);

-- What is published and visible, added up: of items by their renters, of renters by closets.
create table item_rating_sums (
  item_id uuid primary key references clothing_items (id) on delete cascade,
  ratings integer not null default 0,
  stars integer not null default 0,
  small integer not null default 0,
  true_to_size integer not null default 0,
  large integer not null default 0
);
create table renter_rating_sums (
  renter_id uuid primary key references user_profiles (id) on delete cascade,
  ratings integer not null default 0,
  stars integer not null default 0
);

create function change_rating_sums(r ratings, change integer) returns void language plpgsql as $$
begin
  if r.published_at is null or r.hidden_at is not null then
    return;
  end if;
  if r.side = 'renter' then
    insert into item_rating_sums as s (item_id, ratings, stars, small, true_to_size, large)
    values (r.item_id, change, change * r.stars,
      change * (r.fit is not distinct from 'small')::integer,
      change * (r.fit is not distinct from 'true')::integer,
      change * (r.fit is not distinct from 'large')::integer)
    on conflict (item_id) do update set ratings = s.ratings + excluded.ratings,
      stars = s.stars + excluded.stars, small = s.small + excluded.small,
      true_to_size = s.true_to_size + excluded.true_to_size, large = s.large + excluded.large;
  else
    insert into renter_rating_sums as s (renter_id, ratings, stars)
    values (r.about_id, change, change * r.stars)
    on conflict (renter_id) do update set ratings = s.ratings + excluded.ratings,
      stars = s.stars + excluded.stars;
  end if;
end $$;

create function add_up_ratings() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform change_rating_sums(old, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform change_rating_sums(new, 1);
  end if;
  return null;
end $$;
create trigger rating_changes_its_sums after insert or delete or
  update of published_at, hidden_at, stars, fit, side, item_id, about_id on ratings
  for each row execute function add_up_ratings();

alter table images drop constraint image_use_is_known;
alter table images add constraint image_use_is_known check
  (use in ('item', 'outfit', 'logo', 'founder', 'section', 'handover', 'appeal', 'message', 'rating'));

-- Both sides are reminded once, a few days after the completion.
alter table rentals add column rating_reminded_at timestamptz;
update rentals set rating_reminded_at = condition_reviewed_at where status = 'completed';
create index rentals_to_remind_of_rating on rentals (condition_reviewed_at, id)
  where status = 'completed' and rating_reminded_at is null;

alter view invariant_violations rename to invariant_violations_before_ratings;
create view invariant_violations as
  select check_name, subject, detail from invariant_violations_before_ratings
  union all
  select 'the sums of an item are those of its visible ratings', coalesce(s.item_id, r.item_id)::text,
    format('%s, not %s', s, r)
  from (select item_id, ratings::bigint, stars::bigint, small::bigint, true_to_size::bigint,
    large::bigint from item_rating_sums where ratings <> 0 or stars <> 0) s
  full join (select item_id, count(*) as ratings, sum(stars) as stars,
      count(*) filter (where fit = 'small') as small,
      count(*) filter (where fit = 'true') as true_to_size,
      count(*) filter (where fit = 'large') as large
    from ratings where side = 'renter' and published_at is not null and hidden_at is null
    group by item_id) r on r.item_id = s.item_id
  where (s.ratings, s.stars, s.small, s.true_to_size, s.large)
    is distinct from (r.ratings, r.stars, r.small, r.true_to_size, r.large)
  union all
  select 'the sums of a renter are those of their visible ratings',
    coalesce(s.renter_id, r.renter_id)::text, format('%s, not %s', s, r)
  from (select renter_id, ratings::bigint, stars::bigint from renter_rating_sums
    where ratings <> 0 or stars <> 0) s
  full join (select about_id as renter_id, count(*) as ratings, sum(stars) as stars
    from ratings where side = 'owner' and published_at is not null and hidden_at is null
    group by about_id) r on r.renter_id = s.renter_id
  where (s.ratings, s.stars) is distinct from (r.ratings, r.stars)
  union all
  select 'the ratings of a rental are published together', a.rental_id::text, a.side
  from ratings a join ratings b on b.rental_id = a.rental_id and b.side <> a.side
  where a.published_at is null and b.published_at is not null
  union all
  select 'a rating is about its rental', x.id::text, x.side
  from ratings x join rentals r on r.id = x.rental_id
  where x.item_id <> r.item_id
    or (case x.side when 'renter' then x.writer_id else x.about_id end) <> r.renter_id;
