import { expect, test } from 'vitest'
import type { Shopper } from '#domain/shared/actors.ts'
import type { CardName } from '#sandbox/core/cards.ts'
import { testSite } from '#test/app.ts'
import type { Browsing, Page } from '#test/browsing.ts'
import { updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, clock } = site

/** Pays on the sandbox's page and follows the redirect back. */
async function pay(browsing: Browsing, redirect: Page): Promise<Page> {
  const checkout = await browsing.get(redirect.location ?? '')
  const paid = await browsing.submit(checkout, 'form[action^="/sandbox/checkout/"]')
  return await browsing.follow(paid)
}

async function member(name: string): Promise<Browsing> {
  const stranger = site.stranger()
  await stranger.post('/auth?mode=sign-up', {
    full_name: name,
    email: `${name.toLowerCase()}@hemline.test`,
    password: 'a-quiet-river-42',
  })
  return stranger
}

const planForm = (plan: string) => `main form:has([name=product][value=subscription_${plan}])`
const intentForm = (intent: string) => `main form:has([value=${intent}])`

/** The message of the redirect after a form. */
const shown = async (browsing: Browsing, answer: Page) =>
  (await browsing.follow(answer)).text('section[aria-label=Messages]')

test('each plan offers only its allowed changes, and each asks for confirmation', async () => {
  const ada = await member('Ada')
  const offered = await ada.get('/credits')
  expect(offered.$$('main form:has([value^=subscription_]) button').length).toBe(2)
  expect(offered.text(planForm('monthly'))).toContain('Subscribe Now')
  expect(offered.text('main')).toContain('Credits roll over 1 month')
  expect(offered.text('main')).toContain('Annual saves $40/year')

  const success = await pay(ada, await ada.submit(offered, planForm('annual')))
  expect(success.text('h1')).toBe('30 credits are yours')
  const held = await ada.get('/credits')
  expect(held.text('form[action="/credits/portal"]')).toBe('Manage Subscription')
  expect(held.text(intentForm('downgrade'))).toBe('Downgrade to Monthly')
  expect(held.has(planForm('monthly'))).toBe(false)

  const confirmation = await ada.post('/credits', { intent: 'downgrade' })
  expect(confirmation.status).toBe(400)
  expect(confirmation.text('dialog[open] h2')).toBe('Downgrade to Monthly?')
  const confirmed = await ada.submit(confirmation, 'dialog[open] form[method=post]')
  const waiting = await ada.follow(confirmed)
  expect(waiting.text('main')).toContain('Starts next')
  expect(waiting.text(intentForm('keep-plan'))).toBe('Keep Annual Plan')
  const stored = await ada.follow(await ada.submit(waiting, intentForm('keep-plan')))
  expect(stored.text(intentForm('downgrade'))).toBe('Downgrade to Monthly')
  expect(await shown(ada, await ada.post('/credits', { intent: 'upgrade' }))).toContain(
    'You are already on this plan.',
  )
})

test('an upgrade costs what was shown, or asks again', async () => {
  const eve = await member('Eve')
  await pay(eve, await eve.submit(await eve.get('/credits'), planForm('monthly')))
  const confirmation = await eve.post('/credits', { intent: 'upgrade' })
  expect(confirmation.text('dialog[open]')).toContain('We will charge $180.00 to your card now')
  const cheaper = await eve.post('/credits', { intent: 'upgrade', confirmed: 'yes', quoted: '1' })
  expect(cheaper.status).toBe(400)
  expect(cheaper.text('dialog[open]')).toContain('The price has changed')
  const done = await eve.submit(cheaper, 'dialog[open] form[method=post]')
  expect(await shown(eve, done)).toContain('You are now on the annual plan.')
})

test('the billing portal opens for subscribers, and others see why it does not', async () => {
  const mia = await member('Mia')
  const failed = await mia.post('/credits/portal', {})
  expect(await shown(mia, failed)).toContain('Failed to open billing portal. Please try again.')
  await pay(mia, await mia.submit(await mia.get('/credits'), planForm('monthly')))
  const opened = await mia.submit(await mia.get('/credits'), 'form[action="/credits/portal"]')
  expect(opened.location).toMatch(/^\/sandbox\/portal\//)

  const visitor = site.stranger()
  const portal = await visitor.post('/credits/portal', { purpose: 'manage' })
  expect(portal.location).toContain('/auth?return_to=')
  expect((await visitor.follow(portal)).text('main')).toContain('Please sign in first.')
  const buying = await visitor.post('/credits', { product: 'one_time' })
  expect(buying.location).toBe('/auth?return_to=%2Fcredits')
  expect((await visitor.follow(buying)).text('main')).toContain('Please sign in to purchase')

  const admin = await make.admin()
  for (const [path, form] of [
    ['/credits', { product: 'one_time' }],
    ['/credits', { intent: 'claim', code: 'ABCDEFGH' }],
    ['/credits/portal', {}],
  ] as const)
    expect((await site.post(path, form, { as: admin })).status).toBe(403)
})

/** Buys and pays as a signed-in person; returns the page that confirms it. */
async function bought(shopper: Shopper, form: Record<string, string>, card: CardName = 'visa') {
  const as = { as: shopper }
  const checkout = await site.get((await site.post('/credits', form, as)).location ?? '', as)
  const paid = await site.submit(checkout, 'form[action^="/sandbox/checkout/"]', { card }, as)
  // The page reloads once, with the balance after the payment.
  const shown = await site.get(paid.location ?? '', as)
  return await site.get(shown.location ?? '', as)
}

/** Advances the clock with regular visits, so that the person stays signed in. */
async function passDays(days: number, shopper: Shopper) {
  for (let left = days; left > 0; left -= 25) {
    clock.advance({ days: Math.min(left, 25) })
    await site.get('/feedback', { as: shopper })
  }
}

test('a second subscription is refused, even from an outdated page', async () => {
  const shopper = await make.shopper()
  await bought(shopper, { product: 'subscription_monthly' })
  const refused = await site.post('/credits', { product: 'subscription_annual' }, { as: shopper })
  expect([refused.status, refused.location]).toEqual([302, '/credits'])
  expect((await site.get('/credits', { as: shopper })).html).toContain(
    'You already have an active subscription. Please manage or change your subscription instead.',
  )
})

test('while a payment is due, plan changes are not offered, and the reason is shown', async () => {
  const shopper = await make.shopper()
  await bought(shopper, { product: 'subscription_monthly' }, 'renewalDeclined')
  await passDays(32, shopper)
  await site.drainJobs()
  const page = await site.get('/credits', { as: shopper })
  expect(page.text('[role=alert]')).toContain('subscription payment failed')
  expect(page.has(intentForm('upgrade'))).toBe(false)
  const plans = page.text('section[aria-labelledby=plans]')
  expect(plans).toContain('You can change plans once it is paid.')
  expect(plans).toContain('Manage Subscription')
})

test('while a payment is due, a pending change cannot be undone either, and the reason is shown', async () => {
  const shopper = await make.shopper()
  const as = { as: shopper }
  await bought(shopper, { product: 'subscription_annual' })
  await site.post('/credits', { intent: 'downgrade', confirmed: 'yes' }, as)
  expect((await site.get('/credits', as)).has(intentForm('keep-plan'))).toBe(true)
  await updateRows(site.db, 'credit_subscriptions', { user_id: shopper.id }, { status: 'past_due' })
  const page = await site.get('/credits', as)
  expect(page.has(intentForm('keep-plan'))).toBe(false)
  const plans = page.text('section[aria-labelledby=plans]')
  expect(plans).toContain('Starts next')
  expect(plans).toContain('You can change plans once it is paid.')
})
