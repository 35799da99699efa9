-- What a closet says about itself on its public page.
create table closet_pages (
  closet_id uuid primary key references user_profiles (id) on delete cascade,
  shop_name text,
  about text,
  image_id uuid unique references images (id),
  updated_at timestamptz not null,
  constraint shop_name_is_short check (char_length(shop_name) between 1 and 80),
  constraint closet_text_is_short check (char_length(about) between 1 and 1000)
);

-- No notice is a choice too: whether the closet has made it.
alter table user_profiles add column notice_chosen boolean not null default false;
