-- Terms, privacy and lending terms as versions that admins publish, and who agreed to which.

create table legal_pages (
  page text not null,
  version integer not null,
  body text not null,
  published_at timestamptz not null,
  -- Empty for the texts that Hemline comes with.
  published_by uuid references user_profiles (id),
  constraint each_version_is_published_once primary key (page, version),
  constraint legal_page_is_known check (page in ('terms', 'privacy', 'lending-terms')),
  constraint legal_versions_count_from_one check (version >= 1),
  constraint legal_text_says_something check
    (btrim(body) <> '' and char_length(body) <= 50000)
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

create function keep_published_legal_text() returns trigger language plpgsql as $$
begin
  raise exception 'a published legal text does not change' using errcode = 'check_violation',
    constraint = 'published_legal_text_does_not_change';
end $$;
create trigger published_legal_text_does_not_change before update or delete on legal_pages
  for each row execute function keep_published_legal_text();

insert into legal_pages (page, version, body, published_at) values
('terms', 1, $text$The rules for renting on Hemline.

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
- Fakes of a brand, and clothes that are not yours.
- Paying for a rental outside Hemline.
- Publishing private information about others.

You can report what breaks these rules. A person reads each report and decides: no action, a warning, removing it, or blocking the account. Both sides get the decision and the reasons by email, and can object within six months.

## Liability

We are liable where required by law. Otherwise, if an item is not as described or a closet does not deliver, our liability is limited to returning your credits.

## Changes

Each version of these terms has a number and a date, and earlier versions stay readable. If they change, we ask you to agree to the new version. How we handle your data is in [Privacy](/privacy); what applies to closets is in the [Lending terms](/lending-terms).$text$, now()),
('privacy', 1, $text$What data we store, who can see it and how to delete it.

## What we store

- Your name, email address and an encrypted (hashed) form of your password.
- What you add to your profile: phone, city, delivery address, Instagram.
- Your size profile, if you fill it in. Nobody else can see it.
- Your likes, rentals, credits, payments and deposit.
- What you write: messages, reviews, reports and feedback, and emails we send you.
- Which versions of our terms you agreed to, and whom you have blocked.
- Where you are signed in: browser and time.

## Who sees it

A closet that you rent from sees your name, phone number, delivery address and notes for that rental. Our admins see what they need to help you.

If you list items yourself, your name, city, phone and Instagram are public. Your email address never is.

If somebody is reported to us, they do not learn by whom. If you block somebody, they are not told.

Our payment provider, Stripe, handles your card. We never see or store the card number. We never sell your data.

## Emails

We email you about your rentals, your money and the safety of your account. Other emails you can turn off under [Notifications](/profile/notifications), or with the link in each of them.

## Cookies

We use only the cookies that the site needs: one keeps you signed in for up to 30 days, others remember short messages and settings between pages. We do not use advertising or tracking cookies.

## How long we keep it

When you delete your account we delete your name, address, photos and likes, remove your listings and end your subscription. Payment records are kept without your name, as required by law. Until a refund to your card is final, we keep your name and email only to contact you about it.

## Your rights

You can change your data under [Profile](/profile), and download everything we hold or delete your account under [Your data](/profile/your-data).$text$, now()),
('lending-terms', 1, $text$The rules for closets, in addition to the [Terms](/terms).

## Your listings

You may only list items you own. Describe them accurately, with photos of the item itself. We check each listing before it is shown, and may refuse or remove one; you get the reasons by email.

## Requests and delivery

Answer requests before their first day. Deliver the item clean, complete and on time, in the way you agreed with the renter. If you cancel or do not deliver, the renter gets all credits back, and you earn nothing.

## Condition and deposits

Note the condition at delivery and at the return, with photos if you can. You may keep part of a deposit only to cover an actual loss, and must say why. The renter can appeal within seven days, you can answer, and an admin decides.

## What you earn

You earn a fixed amount for each credit spent on your items. The rate of a rental is that of the day on which it was rented, and My Closet shows it. We pay out once a month through Stripe. Taxes on what you earn are yours to declare.

## Renters' data

Use a renter's name, phone number and address only for that rental. Do not pass them on.

## Leaving

You can stop listing at any time. Rentals that are open continue until they are completed. If you break these rules, we may warn you, remove listings or close your closet; you get the reasons, and can object within six months.$text$, now());
