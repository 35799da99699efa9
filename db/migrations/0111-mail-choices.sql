-- Which emails people have turned off. Emails about a running rental, money or security have no topic.

create table mail_choices (
  user_id uuid not null references user_profiles (id),
  topic text not null,
  off_at timestamptz not null,
  constraint topic_is_turned_off_once primary key (user_id, topic),
  constraint mail_topic_is_known check (topic in ('messages', 'reviews', 'waitlist', 'digest'))
);

alter table mail_outbox
  add column topic text,
  add constraint topic_of_mail_is_known
    check (topic in ('messages', 'reviews', 'waitlist', 'digest'));
