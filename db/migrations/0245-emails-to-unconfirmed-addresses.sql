-- Emails to an address that nobody has confirmed are counted by address, whoever asks for them. Accounts come
-- and go while these counts stay, so the address is a hash.
create table unconfirmed_addresses (
  address_hash text primary key,
  emails integer not null,
  counted_since timestamptz not null,
  constraint unconfirmed_addresses_get_few_emails check (emails between 1 and 10)
);
