/** An address, its title, and its heading where that is another text. */
type Page = readonly [path: string, title: string | RegExp, heading?: string | RegExp]

/**
 * Every page of `app/routes.ts`. `:id` is one part of an address. Without a heading here, the title
 * includes the heading, as “Rental of Silk dress” does.
 */
const PAGES: readonly Page[] = [
  ['/', 'Hemline · Rent designer fashion by the week', /./],
  ['/about', 'About', /./],
  ['/feedback', 'Feedback', /^(Feedback|Thank you)$/],
  ['/how-it-works', 'How it works & prices'],
  ['/help', 'Help'],
  ['/list-your-closet', 'List your closet'],
  ['/terms', 'Terms', /./],
  ['/privacy', 'Privacy', /./],
  ['/lending-terms', 'Lending terms', /./],
  ['/unsubscribe', 'Unsubscribe', /./],
  ['/styles', 'Rent by Style'],
  ['/locations', 'Rent by Location'],
  ['/occasions', 'Rent by Occasion'],
  ['/sizes', 'Rent by Size'],
  ['/search', /^(Search|“.*”)$/s, /./],
  ['/zip', 'Your ZIP code'],
  ['/api', 'Hemline API'],
  // The viewer of its photos is a page with the same title.
  ['/item/:id', /./],
  ['/closets/:id', /./],
  ['/brands/:id', /./],
  ['/my-likes', 'My Likes'],
  ['/saved-searches', 'Saved searches'],
  ['/boards', 'Boards', /^(Boards|Add to a board)$/],
  ['/boards/continue', 'Your boards'],
  ['/boards/:id', /./],
  ['/boards/:id/settings', /./, 'Change this board'],
  ['/boards/:id/bag', 'Request items'],
  ['/boards/:id/paid', 'Your payment', /./],
  ['/my-rentals', 'My Rentals'],
  ['/my-rentals/calendar', 'Calendar link'],
  ['/my-rentals/:id', /^Your rental of /],
  ['/my-rentals/:id/swap', 'Choose another item'],
  ['/messages', /^(Messages|Ask about .*)$/s, /./],
  ['/messages/:id', /^Messages with /],
  ['/credits', 'Credits', /^(Credits|[\d,]+ credits?)$/],
  ['/credits/receipts', 'Receipts'],
  ['/credits/receipts/:id', 'Receipt'],
  ['/credits-success', 'Your credits', /./],
  ['/deposit-success', 'Deposit', /./],
  ['/rental-success', 'Rented', /./],
  ['/profile', 'Your profile'],
  ['/profile/size', 'Your size'],
  ['/profile/sign-in', 'Sign-in & security'],
  ['/profile/api-tokens', 'API tokens'],
  ['/profile/second-factor', 'Two-step verification'],
  ['/profile/your-data', 'Your data'],
  ['/profile/notifications', 'Notifications'],
  ['/profile/blocked', 'Blocked people'],
  ['/block', /^Block /, /^(Block .*\?|Person not found)$/s],
  ['/report', /^Report /, /^Report a /],
  ['/help/requests', 'Your requests'],
  ['/help/requests/new', 'Something is wrong'],
  ['/help/requests/:id', /^Your request: /],
  ['/consent', 'New terms', /./],
  ['/business-apply', 'Apply for business', /./],
  ['/business', 'My Closet'],
  ['/business/items/new', 'Add Item'],
  ['/business/items/:id', /^Edit /, 'Edit Item'],
  ['/business/imports', 'Import listings'],
  ['/business/imports/:id', /^Import of /, /./],
  ['/business/calendar', 'Calendar'],
  ['/business/holidays', 'Time off'],
  ['/business/page', 'Public page'],
  ['/business/saved-messages', 'Saved messages'],
  ['/business/day', 'Handovers'],
  ['/business/rentals', 'Rentals of your items', 'Rentals'],
  ['/business/rentals/:id', /^Rental of /],
  ['/business/earnings', 'Earnings'],
  ['/business/figures', 'Analytics'],
  ['/business/webhooks', 'Webhooks'],
  ['/business/webhooks/guide', 'Webhook events'],
  ['/business/webhooks/:id', 'Webhook', /./],
  ['/business/payouts', 'Payouts'],
  ['/business/payouts/years/:id', /^Summary of \d{4}$/],
  ['/business/payouts/:id', /^Payout of /],
  ['/admin', 'Admin'],
  ['/admin/search', /^Search(: .*)?$/s, /./],
  ['/admin/listings', 'Listings'],
  ['/admin/listings/new', 'Add Listing'],
  ['/admin/listings/:id', /^Edit /, 'Edit Listing'],
  ['/admin/brands', 'Brands'],
  ['/admin/brands/new', 'Add Brand'],
  ['/admin/brands/:id', /^Edit /, 'Edit Brand'],
  ['/admin/reviews', 'Reviews'],
  ['/admin/cities', 'Cities'],
  ['/admin/users', 'Users'],
  ['/admin/users/:id', /./],
  ['/admin/money', 'Payment problems'],
  ['/admin/payments', 'Payments'],
  ['/admin/payouts', 'Payouts'],
  ['/admin/payouts/:id', /^Payout of /],
  ['/admin/figures', 'Analytics'],
  ['/admin/signals', 'Signals'],
  ['/admin/months', 'Months'],
  ['/admin/months/:id', /^\w{3} \d{4}$/],
  ['/admin/months/:id/closets', /^Closets, \w{3} \d{4}$/],
  ['/admin/downloads/:id', 'Download', /./],
  ['/admin/mail', 'Emails'],
  ['/admin/mail/:id', /./],
  ['/admin/audit', 'Audit log'],
  ['/admin/integrity', 'Integrity checks'],
  ['/admin/applications', 'Applications'],
  ['/admin/names', 'Closet names'],
  ['/admin/items', 'Items'],
  ['/admin/items/:id', /./],
  ['/admin/rentals', 'Rentals'],
  ['/admin/rentals/:id', /^Rental of /],
  ['/admin/appeals', 'Appeals'],
  ['/admin/appeals/:id', /^Appeal about /],
  ['/admin/returns', 'Returns and no-shows'],
  ['/admin/returns/:id', /./],
  ['/admin/support', 'Support'],
  ['/admin/support/answers', 'Saved answers'],
  ['/admin/support/:id', /^Support: /],
  ['/admin/reports', 'Reports'],
  ['/admin/reports/:id', /^Report about /],
  ['/admin/conversations/:id', 'Conversation', /./],
  ['/admin/announcements', 'Announcements'],
  ['/admin/announcements/new', 'New announcement'],
  ['/admin/announcements/:id/publish', 'Publish announcement', /./],
  ['/admin/announcements/:id', /./, /./],
  ['/admin/legal', 'Legal pages'],
  ['/admin/legal/:id', /^(Terms|Privacy|Lending terms)$/],
  ['/admin/site-layout', 'Site Layout'],
  ['/auth', /^(Sign in|Create your account)$/, /./],
  ['/auth/code', 'Your code', /./],
  ['/auth/email', 'Your new email address', /./],
  ['/auth/forgot', 'Forgot your password?', /./],
  ['/auth/reset', 'Choose a new password', /./],
  ['/auth/verify', 'Your email address', /./],
  ['/dev/mail', 'Emails', /./],
]

const COMPILED = PAGES.map(
  ([path, title, heading]) =>
    [new RegExp(`^${path.replaceAll(':id', '[^/]+')}$`), title, heading] as const,
)

/** Whether the table has this address. */
export const isPage = (path: string) => COMPILED.some(([pattern]) => pattern.test(path))

const PHOTO = /^Photo \d+ of \d+$/

/** Whether the title and the heading are those of the page with this address. */
export function belongTogether(path: string, title: string, heading: string): boolean {
  const own = plain(title).replace(/ · Hemline$/, '')
  const shown = plain(heading)
  // A link to what has been removed.
  if (/not found|could not find/i.test(shown)) return /not found/i.test(own)
  const page = COMPILED.find(([pattern]) => pattern.test(path))
  if (!page) return false
  const [, wanted, wantedHeading] = page
  if (!fits(own, wanted)) return false
  return wantedHeading === undefined
    ? own.includes(shown) || PHOTO.test(shown)
    : fits(shown, wantedHeading)
}

const fits = (text: string, wanted: string | RegExp) =>
  typeof wanted === 'string' ? text === wanted : wanted.test(text)

/** Without the characters that isolate a name from the direction of the text around it. */
const plain = (text: string) =>
  text
    .replaceAll(/[\u2066-\u2069\u200e\u200f]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
