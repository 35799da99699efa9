create table home_sections (
  id uuid primary key,
  section_type text not null,
  order_index integer not null,
  title text,
  subtitle text,
  content jsonb not null default '{}',
  is_visible boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint section_type_is_known check
    (section_type in ('hero', 'subtitle', 'stats', 'carousel', 'brands', 'text', 'cta'))
);
create index home_sections_in_order on home_sections (order_index, id);

create table about_content (
  id uuid primary key,
  section text not null,
  title text not null,
  content text not null,
  is_active boolean not null default true,
  order_index integer not null,
  updated_at timestamptz not null default now(),
  constraint about_section_is_known check
    (section in ('hero', 'mission', 'founders', 'story', 'stats')),
  constraint about_section_stands_once unique (section)
);

create table site_customization (
  setting_key text primary key,
  setting_value text not null,
  setting_type text not null,
  category text not null,
  description text,
  updated_at timestamptz not null default now(),
  constraint setting_type_is_known check (setting_type in ('color', 'font', 'number', 'text')),
  constraint setting_category_is_known check
    (category in ('typography', 'colors', 'layout', 'content'))
);

insert into about_content (id, section, title, content, order_index) values
  ('01900000-0000-7000-8000-000000000001', 'hero', 'Wear more. Own less.',
   'Hemline is a shared wardrobe: beautiful clothes, lent by small closets near you, for a week at a time.', 1),
  ('01900000-0000-7000-8000-000000000002', 'mission', 'Why we do this',
   'A dress worn once is a dress half used. We make it easy to wear something wonderful for the evening that deserves it and to pass it on to the next person in good condition.', 2),
  ('01900000-0000-7000-8000-000000000003', 'founders', 'The people behind it',
   'Two friends, one overfull closet, and an invitation with nothing to wear.', 3),
  ('01900000-0000-7000-8000-000000000004', 'story', 'How it began',
   'It started with a single rail in a living room and a list of names on paper. Each closet on Hemline is still a small business run by somebody who knows every piece on the rail.', 4),
  ('01900000-0000-7000-8000-000000000005', 'stats', 'Hemline in numbers',
   'Counted as you read this.', 5);
