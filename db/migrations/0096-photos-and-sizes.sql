-- More photos of an item, its measurements, and the private size profiles that they are compared to.

-- After the first photo, which stays `clothing_items.image_id`: eight in all.
create table item_photos (
  item_id uuid not null references clothing_items (id) on delete cascade,
  place smallint not null,
  image_id uuid not null unique references images (id),
  primary key (item_id, place),
  constraint item_has_at_most_7_more_photos check (place between 1 and 7)
);

-- Around the body, and from the shoulder or the waistband to the hem. Centimetres.
create table item_measurements (
  item_id uuid primary key references clothing_items (id) on delete cascade,
  stretch text,
  bust_cm numeric(4, 1),
  waist_cm numeric(4, 1),
  hips_cm numeric(4, 1),
  length_cm numeric(4, 1),
  constraint stretch_is_known check (stretch in ('none', 'some', 'much')),
  constraint item_is_as_large_as_a_piece_of_clothing check (
    bust_cm between 30 and 250 and waist_cm between 30 and 250 and hips_cm between 30 and 250
      and length_cm between 10 and 250),
  constraint measurements_say_something check
    (num_nonnulls(stretch, bust_cm, waist_cm, hips_cm, length_cm) > 0)
);

-- Seen by nobody but the person.
create table size_profiles (
  user_id uuid primary key references user_profiles (id) on delete cascade,
  usual_size text,
  height_cm smallint,
  bust_cm smallint,
  waist_cm smallint,
  hips_cm smallint,
  updated_at timestamptz not null,
  constraint usual_size_is_known check
    (usual_size in ('XS', 'S', 'M', 'L', 'XL', 'XXL')),
  constraint body_is_as_large_as_a_person check (
    height_cm between 100 and 250 and bust_cm between 40 and 200 and waist_cm between 40 and 200
      and hips_cm between 40 and 200),
  constraint size_profile_says_something check
    (num_nonnulls(usual_size, height_cm, bust_cm, waist_cm, hips_cm) > 0)
);

alter view invariant_violations rename to invariant_violations_before_photos;
create view invariant_violations as
  select check_name, subject, detail from invariant_violations_before_photos
  union all
  select 'photos of an item follow each other', p.item_id::text, string_agg(place::text, ', ')
  from item_photos p
  group by p.item_id
  having max(place) <> count(*)
  union all
  select 'photos are shown once and not deleted', p.item_id::text, p.image_id::text
  from item_photos p join images m on m.id = p.image_id
  where m.removed_at is not null or exists (select from clothing_items i where i.image_id = p.image_id);
