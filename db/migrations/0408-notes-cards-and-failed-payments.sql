-- What admins write about a person for each other.
create table person_notes (
  id uuid primary key,
  person_id uuid not null references user_profiles (id),
  author_id uuid not null references user_profiles (id),
  words text not null,
  written_at timestamptz not null,
  constraint note_has_1_to_2000_characters check (char_length(words) between 1 and 2000)
);
create index notes_about_person on person_notes (person_id, written_at desc, id desc);
create index notes_by_author on person_notes (author_id);

-- Cards with which somebody paid or tried to, to see which accounts share one.
create table person_cards (
  user_id uuid not null references user_profiles (id),
  method text not null,
  last4 text not null,
  -- The last month, 'YYYY-MM'.
  expires text,
  -- The payment provider's name of the card's number, the same in every account; null where it has none.
  fingerprint text,
  first_used_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint card_of_a_person_is_listed_once
    unique nulls not distinct (user_id, fingerprint, method, last4, expires),
  constraint card_has_a_network check (method ~ '^[a-z0-9_]{1,40}$'),
  constraint card_has_four_last_digits check (last4 ~ '^[0-9]{4}$'),
  constraint card_expires_in_a_month check (expires ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  constraint card_fingerprint_is_short check (fingerprint ~ '^\w{1,64}$')
);
create index cards_by_fingerprint on person_cards (fingerprint, user_id) where fingerprint is not null;
create index cards_by_digits on person_cards (last4, expires, method, fingerprint, user_id)
  where expires is not null;

-- Payments that the card's bank refused: one row for each attempt.
create table failed_payments (
  -- Of the charge at the payment provider.
  id text primary key,
  user_id uuid not null references user_profiles (id),
  amount_cents integer not null,
  payment_intent text,
  method text,
  card_last4 text,
  card_fingerprint text,
  -- The bank's or the provider's reason, such as 'insufficient_funds'.
  reason text,
  failed_at timestamptz not null,
  constraint failed_amount_is_positive check (amount_cents > 0)
);
create index failed_payments_of_person on failed_payments (user_id, failed_at desc, id desc);
create index failed_payments_newest_first on failed_payments (failed_at desc, id desc);
