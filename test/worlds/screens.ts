import { legalPages } from '#db/enums.ts'
import { saveSizeProfile } from '#domain/accounts/sizes/sizes.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { Site } from '#test/app.ts'
import { appealsAtEachStage } from '#test/make/appeals-at-each-stage.ts'
import { LONG_NAME, LONG_TITLE } from '#test/make/long-words.ts'
import { rentalAtRisk } from '#test/make/rental-at-risk.ts'
import { returnScreens } from '#test/make/requested-return.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { announcementScreens } from './announcement-screens.ts'
import { boardScreens } from './board-screens.ts'
import { closetScreens } from './closet-screens.ts'
import { datesScreens } from './dates-screens.ts'
import { messageScreens } from './message-screens.ts'
import { paymentScreens } from './payment-screens.ts'
import { longReviews, reviewScreens } from './rating-world.ts'
import type { ScreenAct } from './screen-acts.ts'
import { supportScreens } from './support-screens.ts'
import { trustScreens } from './trust-screens.ts'

/** A state of a screen. */
export interface Screen {
  /** The file of its route, as 'storefront/home'. */
  readonly route: string
  readonly state: string
  readonly path: string
  readonly as: Person | null
  /** The action on the page before the check. */
  readonly act?: ScreenAct
}

/** The main states of every screen, for each kind of person who can open it. */
export async function screensIn(site: Site): Promise<Screen[]> {
  const { make, db } = site
  const visitor = null
  const newcomer = await make.shopper()
  const shopper = await make.shopper({ full_name: LONG_NAME, city: 'Truth or Consequences' })
  const admin = await make.admin()
  const pendingCloset = await make.person({ business_status: 'pending' })
  const renaming = { requested_name: LONG_NAME, name_requested_at: new Date() }
  const emptyCloset = await make.closet(renaming)
  const closet = await make.closet({ full_name: LONG_NAME, instagram_handle: 'w'.repeat(30) })
  const item = await make.item({ closet, title: LONG_TITLE })
  const rented = await make.item({ closet })
  const waiting = await make.item({ closet, approval_status: 'pending' })
  const brand = await make.brand({ name: `A${'-very'.repeat(12)}-long-name` })
  await make.city()
  const own = await make.item({ business_id: admin.id, title: LONG_TITLE })
  const live = await make.rental({ item: rented, renter: shopper, status: 'delivered' })
  const inLine = await make.shopper({ full_name: LONG_NAME })
  const offered = await make.item({ closet, title: LONG_TITLE })
  const wanted = { shopper: inLine, start: '2099-12-05', end: '2099-12-12' }
  await make.entry({ item: rented, ...wanted })
  await make.offer({ item: offered, ...wanted })
  const style = 'Vintage'
  const atRisk = await rentalAtRisk(site, { closet, renter: shopper, style })
  await make.item({ closet, style, title: LONG_TITLE })
  const isOut = { item: await make.item({ closet, title: LONG_TITLE }), renter: shopper }
  const today = calendarDateIn('America/New_York', site.clock.now())
  const start = addDays(today, -6)
  const due = await make.rental({ ...isOut, status: 'delivered', start, days: 7 })
  await make.rental({
    item: await make.item({ closet }),
    renter: shopper,
    status: 'completed',
    createdAt: new Date('2026-01-02'),
  })
  const appeals = await appealsAtEachStage(site, { closet, admin })
  const reviews = await longReviews(site, closet)
  const earned = { item: await make.item({ closet, title: LONG_TITLE }), renter: shopper } as const
  const done = await make.rental({
    ...earned,
    status: 'completed',
    createdAt: new Date('2026-02-02'),
  })
  await make.earningOf(done.id)
  await make.correction(closet, { cents: -123456, note: LONG_TITLE })
  await make.payoutAccount(closet)
  const payout = await make.payout(closet, { cents: 123_456, note: LONG_TITLE })
  await make.credits(shopper, 60)
  const size = { usualSize: 'M', heightCm: 170, bustCm: 88, waistCm: 70, hipsCm: 96 } as const
  await saveSizeProfile(db, shopper, size, new Date())
  await insertRows(db, 'likes', { user_id: shopper.id, item_id: item.id, created_at: new Date() })
  const { id: receipt } = await db
    .selectFrom('checkout_orders')
    .select('id')
    .where('user_id', '=', shopper.id)
    .where('status', '=', 'fulfilled')
    .limit(1)
    .executeTakeFirstOrThrow()
  const mailId = newId()
  await insertRows(db, 'mail_outbox', {
    id: mailId,
    message_id: mailId,
    template: 'welcome',
    confidential: true,
    to_address: 'somebody@example.test',
    subject: 'Welcome',
    text_body: 'Hello.',
    html_body: '<p>Hello.</p>',
    created_at: new Date(),
  })

  const everybody = { visitor, shopper, admin }
  const screen = (route: string, path: string, people: Record<string, Person | null>) =>
    Object.entries(people).map(([who, as]): Screen => ({ route, state: who, path, as }))
  const inState = (route: string, state: string, path: string, as: Person | null): Screen => ({
    route,
    state,
    path,
    as,
  })
  const doing = (seen: Screen, act: ScreenAct): Screen => ({ ...seen, act })
  return [
    ...screen('storefront/home', '/', everybody),
    doing(inState('storefront/home', 'menu open', '/', visitor), 'open the menu'),
    doing(inState('storefront/home', 'edit mode', '/?edit=true', admin), 'await edit mode'),
    ...screen('storefront/about', '/about', { visitor, admin }),
    doing(inState('storefront/about', 'edited', '/about?edit=founders', admin), 'await the dialog'),
    ...screen('storefront/feedback', '/feedback', { visitor, admin }),
    doing(inState('storefront/feedback', 'refused', '/feedback', visitor), 'send empty feedback'),
    ...screen('storefront/styles', '/styles', everybody),
    ...screen('storefront/locations', '/locations', { visitor }),
    ...screen('storefront/occasions', '/occasions', { visitor }),
    ...screen('storefront/sizes', '/sizes', { visitor }),
    ...screen('storefront/search', '/search', { visitor, shopper }),
    inState('storefront/search', 'nothing found', '/search?q=zzz&start=2026-01-01', visitor),
    doing(
      inState('storefront/search', 'filters', `/search?size=M&brand=${brand.id}`, visitor),
      'open the filters',
    ),
    doing(inState('storefront/search', 'dates', '/search', visitor), 'open the dates'),
    ...screen('storefront/item', `/item/${item.id}`, { ...everybody, closet }),
    inState('storefront/item', 'rented', `/item/${rented.id}`, visitor),
    inState('storefront/item', 'on the waitlist', `/item/${rented.id}`, inLine),
    inState('storefront/item', 'offered', `/item/${offered.id}`, inLine),
    inState('storefront/item', 'held for others', `/item/${offered.id}`, visitor),
    inState('account/rentals/my-rentals', 'waitlist', '/my-rentals', inLine),
    inState('storefront/item', 'waiting', `/item/${waiting.id}`, admin),
    inState('storefront/item', 'missing', `/item/${newId()}`, visitor),
    doing(inState('storefront/item', 'calendar', `/item/${item.id}`, shopper), 'open the calendar'),
    ...screen('storefront/not-found', '/nowhere', { visitor }),
    ...screen('storefront/closet', `/closets/${closet.id}`, { visitor, shopper }),
    ...screen('storefront/brand', `/brands/${brand.id}`, { visitor }),
    ...screen('storefront/how-it-works', '/how-it-works', { visitor }),
    ...screen('storefront/help', '/help', { visitor }),
    ...screen('storefront/list-your-closet', '/list-your-closet', everybody),
    ...screen('storefront/closet', `/closets/${closet.id}`, { closet, admin }),
    ...screen('business/closet-page', '/business/page', { closet }),
    inState('storefront/list-your-closet', 'refused', '/list-your-closet?credits=many', visitor),
    ...legalPages.flatMap((page) =>
      screen(`storefront/${page}`, `/${page}`, { visitor, ...(page === 'privacy' && { admin }) }),
    ),
    ...(await boardScreens(site, { shopper, newcomer, admin, item })),
    ...screen('account/my-likes', '/my-likes', { shopper, newcomer, admin }),
    ...screen('account/saved-searches', '/saved-searches', { newcomer, admin }),
    ...screen('account/saved-searches', '/saved-searches?search=size%3DM', { shopper }),
    ...screen('account/rentals/my-rentals', '/my-rentals', { shopper, newcomer, admin }),
    inState('account/rentals/my-rentals', 'past', '/my-rentals?tab=past', shopper),
    inState('account/rentals/my-rental', 'live', `/my-rentals/${live.id}`, shopper),
    inState('account/rentals/my-rental', 'at risk', `/my-rentals/${atRisk.id}`, shopper),
    inState('account/rentals/my-rental', 'due to be sent back', `/my-rentals/${due.id}`, shopper),
    inState(
      'account/rentals/my-rental',
      'kept longer',
      `/my-rentals/${due.id}?keep=${addDays(today, 3)}`,
      shopper,
    ),
    doing(
      inState('account/rentals/my-rental', 'new last day', `/my-rentals/${due.id}`, shopper),
      'choose a new last day',
    ),
    ...(['withheld', 'filed', 'decided'] as const).map((turn) =>
      inState(
        'account/rentals/my-rental',
        `appeal: ${turn}`,
        `/my-rentals/${appeals[turn].rentalId}`,
        appeals[turn].renter,
      ),
    ),
    inState(
      'account/rentals/my-rental',
      'asked to withdraw',
      `/my-rentals/${appeals.filed.rentalId}?withdraw`,
      appeals.filed.renter,
    ),
    ...reviewScreens(reviews, { closet, admin }),
    ...(await returnScreens(site, { closet, admin })),
    inState('account/rentals/swap-rental', 'at risk', `/my-rentals/${atRisk.id}/swap`, shopper),
    inState('account/rentals/swap-rental', 'not at risk', `/my-rentals/${live.id}/swap`, shopper),
    ...(await datesScreens(site, { closet, title: LONG_TITLE })),
    ...(await paymentScreens(site)),
    ...(await messageScreens(site, { closet, shopper, item: rented, title: LONG_TITLE })),
    ...(await supportScreens(site, { shopper, admin, rental: live, title: LONG_TITLE })),
    ...screen('account/credits', '/credits', { shopper, newcomer, admin }),
    ...screen('account/receipts', '/credits/receipts', { shopper, newcomer }),
    ...screen('account/receipt', `/credits/receipts/${receipt}`, { shopper }),
    ...screen('account/credits-success', '/credits-success', { newcomer }),
    ...screen('account/rentals/deposit-success', '/deposit-success', { newcomer }),
    ...screen('account/rentals/rental-success', '/rental-success', { newcomer }),
    ...screen('account/rentals/my-calendar', '/my-rentals/calendar', { newcomer }),
    ...screen('account/profile', '/profile', { shopper, closet, emptyCloset }),
    ...screen('account/size-profile', '/profile/size', { shopper, newcomer, admin }),
    doing(
      inState('account/size-profile', 'refused', '/profile/size', newcomer),
      'save a wrong size',
    ),
    ...screen('account/sign-in/sign-in-settings', '/profile/sign-in', { shopper }),
    ...screen('account/sign-in/second-factor', '/profile/second-factor', { shopper }),
    ...screen('account/your-data', '/profile/your-data', { shopper, newcomer, admin }),
    ...screen('account/business-apply', '/business-apply', { newcomer, pendingCloset }),
    ...screen('business/my-closet', '/business', { closet, emptyCloset }),
    inState('business/my-closet', 'profile', '/business?edit=profile', emptyCloset),
    ...screen('business/item-new', '/business/items/new', { closet }),
    ...screen('business/item-edit', `/business/items/${item.id}`, { closet }),
    ...(await closetScreens(site, { closet, emptyCloset })),
    ...screen('business/rentals', '/business/rentals', { closet, emptyCloset }),
    ...screen('business/day', '/business/day', { closet, emptyCloset }),
    ...screen('business/saved-messages', '/business/saved-messages', { closet, emptyCloset }),
    inState('business/rentals', 'late', '/business/rentals?filter=late', closet),
    inState(
      'business/my-closet',
      'asked to change lending',
      '/business?change=lending&which=all',
      closet,
    ),
    ...screen('business/rental', `/business/rentals/${live.id}`, { closet }),
    inState('business/rental', 'reporting', `/business/rentals/${live.id}?report=delivery`, closet),
    inState(
      'business/rental',
      'appeal to answer',
      `/business/rentals/${appeals.filed.rentalId}`,
      closet,
    ),
    ...screen('business/earnings', '/business/earnings', { closet, emptyCloset }),
    ...screen('payouts/payouts', '/business/payouts', { closet, emptyCloset }),
    ...screen('payouts/payout', `/business/payouts/${payout}`, { closet }),
    ...screen('payouts/year', `/business/payouts/years/${today.slice(0, 4)}`, {
      closet,
      emptyCloset,
    }),
    ...screen('business/figures', '/business/figures', { closet, emptyCloset }),

    ...screen('admin/dashboard', '/admin', { admin }),
    ...screen('admin/search', '/admin/search', { admin }),
    inState('admin/search', 'found', '/admin/search?q=hemline', admin),
    inState('admin/search', 'payments', '/admin/search?q=50', admin),
    inState('admin/search', 'nothing found', '/admin/search?q=zzzzz', admin),
    ...screen('admin/listings', '/admin/listings', { admin }),
    ...screen('admin/listing-new', '/admin/listings/new', { admin }),
    ...screen('admin/listing-edit', `/admin/listings/${own.id}`, { admin }),
    ...screen('admin/site/brands', '/admin/brands', { admin }),
    inState('admin/site/brands', 'asked to delete', `/admin/brands?delete=${brand.id}`, admin),
    ...screen('admin/site/brand-new', '/admin/brands/new', { admin }),
    ...screen('admin/site/brand-edit', `/admin/brands/${brand.id}`, { admin }),
    ...(await announcementScreens(site, admin)),
    ...screen('admin/site/cities', '/admin/cities', { admin }),
    ...screen('admin/users', '/admin/users', { admin }),
    ...screen('admin/person', `/admin/users/${shopper.id}`, { admin }),
    inState('admin/users', 'asked to change', `/admin/users?change=${closet.id}&to=admin`, admin),
    ...screen('admin/money/money', '/admin/money', { admin }),
    ...screen('admin/money/payments', '/admin/payments', { admin }),
    inState('admin/money/payments', 'nothing found', '/admin/payments?q=%241+0000', admin),
    ...screen('admin/money/payouts', '/admin/payouts', { admin }),
    inState('admin/money/payouts', 'transfers', '/admin/payouts?part=transfers', admin),
    ...screen('admin/money/payout', `/admin/payouts/${payout}`, { admin }),
    inState('admin/money/payouts', 'owed for a year', '/admin/payouts?part=year', admin),
    inState('admin/money/payouts', 'announcing a rate', '/admin/payouts?ask=rate', admin),
    inState(
      'admin/money/payouts',
      'correcting earnings',
      `/admin/payouts?ask=correct&which=${closet.id}`,
      admin,
    ),
    ...screen('admin/money/figures', '/admin/figures', { admin }),
    ...screen('admin/money/signals', '/admin/signals', { admin }),
    ...screen('admin/money/months', '/admin/months', { admin }),
    inState('admin/money/months', 'refused', '/admin/months?day=2999-01-01', admin),
    ...screen('admin/money/month', '/admin/months/2026-01', { admin }),
    inState('admin/money/month', 'asked to close', '/admin/months/2026-01?ask=close', admin),
    ...screen('admin/money/month-closets', `/admin/months/${today.slice(0, 7)}/closets`, { admin }),
    ...screen('admin/download', '/admin/downloads/rentals?part=all', { admin }),
    inState(
      'admin/download',
      'refused',
      '/admin/downloads/rentals?from=2026-02-30&check=yes',
      admin,
    ),
    ...screen('admin/mail', '/admin/mail', { admin }),
    ...screen('admin/one-mail', `/admin/mail/${mailId}`, { admin }),
    ...screen('admin/audit', '/admin/audit', { admin }),
    ...screen('admin/integrity', '/admin/integrity', { admin }),
    ...screen('admin/applications', '/admin/applications', { admin }),
    ...screen('admin/names', '/admin/names', { admin }),
    inState('admin/names', 'asked to deny', `/admin/names?deny=${emptyCloset.id}`, admin),
    ...screen('admin/items', '/admin/items', { admin }),
    ...screen('admin/item', `/admin/items/${item.id}`, { admin }),
    ...screen('admin/rentals', '/admin/rentals', { admin }),
    ...screen('admin/rental', `/admin/rentals/${live.id}`, { admin }),
    ...screen('admin/cases/appeals', '/admin/appeals', { admin }),
    ...screen('admin/cases/appeal', `/admin/appeals/${appeals.answered.rentalId}`, { admin }),
    ...(await trustScreens(site, { shopper, newcomer, inLine, closet, emptyCloset, admin, item })),
    inState('admin/cases/appeal', 'decided', `/admin/appeals/${appeals.decided.rentalId}`, admin),
    ...screen('admin/cases/reviews', '/admin/reviews', { admin }),
    ...screen('admin/site/site-layout', '/admin/site-layout', { admin }),

    inState('auth/auth', 'sign in', '/auth', visitor),
    inState('auth/auth', 'sign up', '/auth?mode=sign-up', visitor),
    doing(inState('auth/auth', 'refused', '/auth', visitor), 'sign in with nothing'),
    doing(inState('auth/second-step', 'code', '/auth', visitor), 'send no code'),
    ...screen('auth/forgot', '/auth/forgot', { visitor }),
    ...screen('auth/reset', '/auth/reset', { visitor }),
    ...screen('auth/verify', '/auth/verify', { visitor }),
    ...screen('auth/new-email', '/auth/email', { visitor }),
    ...screen('endpoints/dev-mail', '/dev/mail', { visitor }),
  ]
}
