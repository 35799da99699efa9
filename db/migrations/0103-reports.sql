-- Reports of listings, people, messages and reviews, and how admins decided them.

create table reports (
  id uuid primary key,
  reporter_id uuid not null references user_profiles (id),
  noun text not null,
  -- The item, the person, the message or the review. They stay in their own tables.
  noun_id uuid not null,
  -- Whose it is: the lister, the person, the writer.
  reported_id uuid not null references user_profiles (id),
  -- What it said when it was reported: it can change afterwards.
  shown text not null,
  reason text not null,
  words text not null,
  at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references user_profiles (id),
  outcome text,
  outcome_reasons text,
  -- When the emails to both sides were queued.
  told_at timestamptz,
  constraint reported_noun_is_known check (noun in ('item', 'person', 'message', 'review')),
  constraint report_reason_is_known check
    (reason in ('misleading', 'counterfeit', 'offensive', 'fraud', 'unlawful', 'private', 'other')),
  constraint report_outcome_is_known check
    (outcome in ('no_action', 'warned', 'removed', 'blocked')),
  constraint report_says_what_is_wrong check
    (btrim(words) <> '' and char_length(words) <= 2000 and char_length(shown) <= 4000),
  constraint report_is_decided_with_reasons check
    ((decided_at is null) = (outcome is null) and (outcome is null) = (outcome_reasons is null)
      and (decided_at is null) = (told_at is null) and (decided_at is null) = (decided_by is null)
      and btrim(outcome_reasons) <> '' and char_length(outcome_reasons) <= 2000),
  constraint nobody_reports_themselves check (reporter_id <> reported_id)
);
create unique index one_open_report_per_person_and_thing
  on reports (noun, noun_id, reporter_id) where decided_at is null;
create index reports_to_decide on reports (at, id) where decided_at is null;
create index reports_decided on reports (decided_at desc, id desc) where decided_at is not null;
create index reports_by_reporter on reports (reporter_id, at desc);
create index reports_about_person on reports (reported_id, at desc);
