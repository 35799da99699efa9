-- The texts that Hemline comes with in plainer words; a password is stored as a hash, which is not
-- encryption. Shops that have published a text of their own keep it.

insert into legal_pages (page, version, body, published_at)
select page, version + 1,
  case page
    when 'terms' then
      replace(body, '- Fakes of a brand, and clothes', '- Counterfeits, and clothes')
    when 'privacy' then
      replace(
        replace(
          replace(
            replace(
              body,
              '- Your name, email address and an encrypted (hashed) form of your password.',
              '- Your name, your email address and a secure hash of your password (we never store the password itself).'
            ),
            'and whom you have blocked.',
            'and the people you have blocked.'
          ),
          'If somebody is reported to us, they do not learn by whom. If you block somebody, they are not told.',
          'If someone is reported to us, we do not tell them who reported them. If you block someone, we do not tell them.'
        ),
        'Our payment provider, Stripe, handles your card.',
        'Our payment provider, Stripe, processes your card payments.'
      )
    else
      replace(
        body,
        'The rate of a rental is that of the day on which it was rented, and My Closet shows it.',
        'Each rental earns the rate that applied when it was rented. My Closet shows your rate.'
      )
  end,
  now()
from legal_pages as current
where published_by is null
  and not exists (
    select from legal_pages as later
    where later.page = current.page and later.version > current.version
  );
