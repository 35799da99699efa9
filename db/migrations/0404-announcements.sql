-- What admins tell everybody, closets or the renters of a city: a banner on pages, an email, or both.
create table announcements (
  id uuid primary key,
  title text not null,
  words text not null,
  -- A link below the words: an https address or a path of ours.
  link_address text,
  link_label text,
  audience text not null,
  -- For the renters of a city: as the city was listed.
  city text,
  state text,
  has_banner boolean not null,
  has_email boolean not null,
  -- Days of the shop, as they were chosen.
  starts_on date not null,
  ends_on date not null,
  created_by uuid not null references user_profiles (id),
  created_at timestamptz not null,
  -- Set when it is published; until then it is a draft.
  published_at timestamptz,
  starts_at timestamptz,
  ends_at timestamptz,
  -- An admin ended it before that.
  ended_at timestamptz,
  -- From when its emails are sent, and which one of the day it is.
  emails_at timestamptz,
  email_day date,
  email_place smallint,
  -- The last person whose email was queued, in the order of ids; and how many were.
  emailed_up_to uuid,
  emails integer not null default 0,
  emails_done_at timestamptz,
  constraint announcement_title_has_1_to_80_characters check (char_length(title) between 1 and 80),
  constraint announcement_has_1_to_500_characters check (char_length(words) between 1 and 500),
  constraint announcement_link_has_a_label check ((link_address is null) = (link_label is null)),
  constraint announcement_label_has_1_to_40_characters check
    (char_length(link_label) between 1 and 40),
  constraint announcement_link_is_https_or_ours check
    (link_address ~ '^(https://[^/\s]|/([^/\\\s]|$))' and link_address !~ '\s'
      and char_length(link_address) <= 300),
  constraint audience_is_known check (audience in ('everybody', 'closets', 'renters')),
  constraint only_renters_are_of_a_city check ((audience = 'renters') = (city is not null)),
  constraint city_of_an_announcement_has_its_state check ((city is null) = (state is null)),
  constraint announcement_goes_somewhere check (has_banner or has_email),
  constraint announcement_lasts_1_to_90_days check (ends_on between starts_on and starts_on + 89),
  constraint published_announcement_has_its_times check
    ((published_at is null) = (starts_at is null) and (published_at is null) = (ends_at is null)),
  constraint announcement_starts_after_publication check (starts_at >= published_at),
  constraint announcement_ends_after_its_start check (ends_at > starts_at),
  constraint only_published_announcements_end_early check
    (ended_at is null or (published_at is not null and ended_at < ends_at)),
  constraint emails_begin_with_publication check
    ((emails_at is not null) = (has_email and published_at is not null)),
  constraint email_of_a_day_has_its_place check ((email_day is null) = (email_place is null)),
  constraint sent_announcement_counts_for_its_day check
    (emails_at is null or email_day is not null or (ended_at is not null and emails = 0)),
  constraint two_announcements_by_email_a_day check (email_place between 1 and 2),
  constraint place_of_a_day_is_taken_once unique (email_day, email_place),
  constraint only_announcements_by_email_are_sent check
    (emails_at is not null or (emails = 0 and emailed_up_to is null and emails_done_at is null)),
  constraint emails_of_an_announcement_are_counted check (emails >= 0)
);
create index announcements_newest_first on announcements (created_at desc, id desc);
create index announcements_by_author on announcements (created_by);
-- Those that are shown now or later come first.
create index open_announcements on announcements (ends_at desc, id)
  where published_at is not null and ended_at is null;
create index announcements_to_email on announcements (emails_at)
  where emails_at is not null and emails_done_at is null;

-- What was published is what people read: afterwards it only ends, once, and its emails are counted.
create function keep_published_announcement() returns trigger language plpgsql as $$
begin
  if old.published_at is not null and (
    tg_op = 'DELETE' or old.ended_at is not null and new.ended_at is distinct from old.ended_at
    or row (new.title, new.words, new.link_address, new.link_label, new.audience, new.city, new.state,
        new.has_banner, new.has_email, new.starts_on, new.ends_on, new.published_at, new.starts_at,
        new.ends_at, new.emails_at)
      is distinct from
      row (old.title, old.words, old.link_address, old.link_label, old.audience, old.city, old.state,
        old.has_banner, old.has_email, old.starts_on, old.ends_on, old.published_at, old.starts_at,
        old.ends_at, old.emails_at)) then
    raise exception 'a published announcement does not change' using errcode = 'check_violation',
      constraint = 'published_announcement_does_not_change';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger published_announcement_does_not_change before update or delete on announcements
  for each row execute function keep_published_announcement();

-- Banners are read with the settings of the site.
create trigger renew_site_version
  after insert or delete or truncate or update of published_at, ended_at on announcements
  for each statement execute function renew_site_version();

-- Who has dismissed which banner.
create table announcement_dismissals (
  user_id uuid not null references user_profiles (id),
  announcement_id uuid not null references announcements (id),
  dismissed_at timestamptz not null,
  constraint announcement_is_dismissed_once primary key (user_id, announcement_id)
);
create index dismissals_of_announcement on announcement_dismissals (announcement_id);

alter table mail_choices drop constraint mail_topic_is_known;
alter table mail_choices add constraint mail_topic_is_known
  check (topic in ('messages', 'reviews', 'waitlist', 'digest', 'announcements')) not valid;
alter table mail_outbox drop constraint topic_of_mail_is_known;
alter table mail_outbox add constraint topic_of_mail_is_known
  check (topic in ('messages', 'reviews', 'waitlist', 'digest', 'announcements')) not valid;
-- Its emails are removed from the outbox when it is ended before they are sent.
alter table mail_outbox add column announcement_id uuid;
alter table mail_outbox add constraint announcement_of_mail_exists
  foreign key (announcement_id) references announcements (id) not valid;
