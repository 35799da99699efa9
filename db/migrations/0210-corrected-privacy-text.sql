-- The first text left out that a closet sees the email address of a renter, and that a session in
-- use lasts for 90 days. Shops that have published a text of their own keep it.

insert into legal_pages (page, version, body, published_at)
select page, 2,
  replace(
    replace(
      body,
      'sees your name, phone number, delivery address and notes for that rental',
      'sees your name, email address, phone number, delivery address and notes for that rental'
    ),
    'keeps you signed in for up to 30 days,',
    'keeps you signed in for up to 90 days (30 days without use),'
  ),
  now()
from legal_pages
where page = 'privacy' and version = 1
  and not exists (select from legal_pages where page = 'privacy' and version > 1);
