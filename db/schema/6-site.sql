-- Content and settings of the site, changed by admins: home page, About page, style, legal texts, rules.

-- The home page as a whole: its version tells an admin that somebody else has saved meanwhile, and
-- its lock lets one save at a time.
create table home_page (
  sole boolean primary key default true,
  version integer not null default 1,
  constraint home_page_stands_once check (sole)
);

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

-- Changes whenever a setting or a section of the home page does, in the same transaction. Processes
-- read these again only then. A random value, so that a database that was set back to an earlier
-- state never repeats one.
create table site_version (
  is_only_row boolean primary key default true check (is_only_row),
  version uuid not null default gen_random_uuid()
);

-- Terms, privacy and lending terms as versions that admins publish, and who agreed to which.
create table legal_pages (
  page text not null,
  version integer not null,
  body text not null,
  published_at timestamptz not null,
  -- Null for the texts that Hemline comes with.
  published_by uuid references user_profiles (id),
  -- What a version changes, from when it applies (null: from its publication), and whether it is
  -- still a draft that no lawyer has checked. The texts that come with Hemline are drafts in any case.
  summary text not null default '',
  applies_from timestamptz,
  is_draft boolean not null default false,
  constraint each_version_is_published_once primary key (page, version),
  constraint legal_page_is_known check (page in ('terms', 'privacy', 'lending-terms')),
  constraint legal_versions_count_from_one check (version >= 1),
  constraint legal_text_says_something check
    (btrim(body) <> '' and char_length(body) <= 50000),
  constraint legal_summary_is_short check (char_length(summary) <= 500),
  constraint legal_text_applies_after_publication check (applies_from >= published_at)
);

create table consents (
  user_id uuid not null references user_profiles (id),
  page text not null,
  version integer not null,
  at timestamptz not null,
  constraint consent_is_given_once primary key (user_id, page, version),
  constraint consent_is_to_a_published_version foreign key (page, version)
    references legal_pages (page, version)
);
create index consents_to_version on consents (page, version);

create table platform_settings (
  setting_key text primary key,
  setting_value boolean not null,
  updated_at timestamptz not null default now()
);

-- Whole numbers that admins change. Items of a high replacement value are for shoppers with enough
-- completed rentals; the credits of a gift last a number of months.
create table platform_numbers (
  setting_key text primary key,
  setting_value integer not null,
  constraint platform_number_is_known check
    (setting_key in ('high_value_cents', 'high_value_rentals', 'gift_months')),
  constraint high_value_is_1_to_100000_dollars check
    (setting_key <> 'high_value_cents' or setting_value between 100 and 10000000),
  constraint high_value_needs_1_to_100_rentals check
    (setting_key <> 'high_value_rentals' or setting_value between 1 and 100),
  constraint gifts_last_1_to_120_months check
    (setting_key <> 'gift_months' or setting_value between 1 and 120)
);

-- The time zone in which the shop last started. Credits expire at the end of a day there, also where a
-- command does not know the settings of the app.
create table shop_time_zone (
  is_only_row boolean primary key default true check (is_only_row),
  time_zone text not null
);

-- Where each page of the sitemap begins, the oldest items first: a page's items never move to
-- another one, and a request reads one page and counts nothing. A job adds pages.
create table sitemap_pages (
  number integer primary key,
  starts_at timestamptz not null,
  starts_with uuid not null,
  constraint sitemap_page_is_not_the_first check (number > 1)
);

-- What a shop gets once, at its first start, such as the demo; the row is locked meanwhile.
create table seedings (
  name text primary key,
  done_at timestamptz
);

create function keep_published_legal_text() returns trigger language plpgsql as $$
begin
  raise exception 'a published legal text does not change' using errcode = 'check_violation',
    constraint = 'published_legal_text_does_not_change';
end $$;
create trigger published_legal_text_does_not_change before update or delete on legal_pages
  for each row execute function keep_published_legal_text();

create function renew_site_version() returns trigger language plpgsql as $$
begin
  update site_version set version = gen_random_uuid();
  return null;
end $$;
create trigger renew_site_version after insert or update or delete or truncate on site_customization
  for each statement execute function renew_site_version();
create trigger renew_site_version after insert or update or delete or truncate on platform_settings
  for each statement execute function renew_site_version();
create trigger renew_site_version after insert or update or delete or truncate on platform_numbers
  for each statement execute function renew_site_version();
create trigger renew_site_version after insert or update or delete or truncate on home_sections
  for each statement execute function renew_site_version();


insert into home_page default values;
insert into site_version default values;
insert into shop_time_zone (time_zone) values ('America/New_York');
insert into platform_settings (setting_key, setting_value) values ('user_to_user_enabled', true);
insert into platform_numbers (setting_key, setting_value) values
  ('high_value_cents', 50000), ('high_value_rentals', 3), ('gift_months', 3);

insert into about_content (id, section, title, content, order_index) values
  ('01900000-0000-7000-8000-000000000001', 'hero', 'Wear more. Own less.',
   'Rent clothes by the week from small closets near you. Each closet chooses, delivers and cleans its own items.', 1),
  ('01900000-0000-7000-8000-000000000002', 'mission', 'Why we do this',
   'Most special-occasion clothes are worn once. We make it easy to rent something beautiful for the evening and return it for the next person to enjoy.', 2),
  ('01900000-0000-7000-8000-000000000003', 'founders', 'The people behind it',
   'Two friends, one overfull closet, and an invitation with nothing to wear.', 3),
  ('01900000-0000-7000-8000-000000000004', 'story', 'How it began',
   'Hemline began with a few dresses in a living room and a list of names on paper. Today, each closet on Hemline is still a small business whose owner knows every item.', 4),
  ('01900000-0000-7000-8000-000000000005', 'stats', 'Hemline in numbers',
   'What we have built together so far.', 5);

-- The texts that Hemline comes with. A published text never changes: a correction is a new version. The
-- numbers are those of these texts in shops of version 0.1.0, which have earlier ones too.
insert into legal_pages (page, version, body, published_at) values
('terms', 2, $text$The rules for renting on Hemline.

## Who we are and what we do

Hemline is a marketplace. Closets list clothes, and you rent from them. We process payments, hold deposits and keep a record of each rental. The clothes belong to the closets.

## Your account

You need an account to rent. You must be at least 18 years old, use your real name and keep your password private. You can delete your account under Profile when you have no open rental or deposit.

## Credits and plans

You pay for rentals with credits. What they cost, and when they expire, is on [How it works & prices](/how-it-works#prices). Credits have no cash value and cannot be refunded, except where required by law.

A plan renews until you cancel it. You can cancel at any time; it then stays active until the end of the period you have paid for.

## Renting

When you rent an item, we send your request to the closet and take the credits from your balance. You can cancel until the item is delivered and get your credits back, unless they have expired by then. If the closet cancels or does not deliver, you get all of them back.

Take good care of the item, do not lend it to others and return it to the closet on the last day.

## Deposit, damage and late returns

Before your first rental you pay a deposit of $50. It is yours, and you can ask for it back any time you have no open rental. A closet can keep part or all of it if an item comes back damaged, late or not at all, and must say why. If you disagree, you can appeal within seven days. We hear both sides. [How we handle damage](/help#damage)

## What is not allowed

- Listings, messages and reviews that are untrue, insulting, hateful or illegal.
- Counterfeits, and clothes that are not yours.
- Paying for a rental outside Hemline.
- Publishing private information about others.

You can report what breaks these rules. A person reads each report and decides: no action, a warning, removing it, or blocking the account. Both sides get the decision and the reasons by email, and can object within six months.

## Liability

We are liable where required by law. Otherwise, if an item is not as described or a closet does not deliver, our liability is limited to returning your credits.

## Changes

Each version of these terms has a number and a date, and earlier versions stay readable. If they change, we ask you to agree to the new version. How we handle your data is in [Privacy](/privacy); what applies to closets is in the [Lending terms](/lending-terms).$text$, now()),
('privacy', 3, $text$What data we store, who can see it and how to delete it.

## What we store

- Your name, your email address and a secure hash of your password (we never store the password itself).
- What you add to your profile: phone, city, delivery address, Instagram.
- Your size profile, if you fill it in. Nobody else can see it.
- Your likes, rentals, credits, payments and deposit.
- What you write: messages, reviews, reports and feedback, and emails we send you.
- Which versions of our terms you agreed to, and the people you have blocked.
- Where you are signed in: browser and time.

## Who sees it

A closet that you rent from sees your name, email address, phone number, delivery address and notes for that rental. Our admins see what they need to help you.

If you list items yourself, your name, city, phone and Instagram are public. Your email address never is.

If someone is reported to us, we do not tell them who reported them. If you block someone, we do not tell them.

Our payment provider, Stripe, processes your card payments. We never see or store the card number. We never sell your data.

## Emails

We email you about your rentals, your money and the safety of your account. Other emails you can turn off under [Notifications](/profile/notifications), or with the link in each of them.

## Cookies

We use only the cookies that the site needs: one keeps you signed in for up to 90 days (30 days without use), others remember short messages and settings between pages. We do not use advertising or tracking cookies.

## How long we keep it

When you delete your account we delete your name, address, photos and likes, remove your listings and end your subscription. Payment records are kept without your name, as required by law. Until a refund to your card is final, we keep your name and email only to contact you about it.

## Your rights

You can change your data under [Profile](/profile), and download everything we hold or delete your account under [Your data](/profile/your-data).$text$, now()),
('lending-terms', 2, $text$The rules for closets, in addition to the [Terms](/terms).

## Your listings

You may only list items you own. Describe them accurately, with photos of the item itself. We check each listing before it is shown, and may refuse or remove one; you get the reasons by email.

## Requests and delivery

Answer requests before their first day. Deliver the item clean, complete and on time, in the way you agreed with the renter. If you cancel or do not deliver, the renter gets all credits back, and you earn nothing.

## Condition and deposits

Note the condition at delivery and at the return, with photos if you can. You may keep part of a deposit only to cover an actual loss, and must say why. The renter can appeal within seven days, you can answer, and an admin decides.

## What you earn

You earn a fixed amount for each credit spent on your items. Each rental earns the rate that applied when it was rented. My Closet shows your rate. We pay out once a month through Stripe. Taxes on what you earn are yours to declare.

## Renters' data

Use a renter's name, phone number and address only for that rental. Do not pass them on.

## Leaving

You can stop listing at any time. Rentals that are open continue until they are completed. If you break these rules, we may warn you, remove listings or close your closet; you get the reasons, and can object within six months.$text$, now());
