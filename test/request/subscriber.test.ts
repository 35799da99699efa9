import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import type { Browsing, Page } from '#test/browsing.ts'

const site = await testSite()

/** A new subscriber, who has paid on the sandbox's page. */
async function subscriber(name: string, plan: 'monthly' | 'annual'): Promise<Browsing> {
  const browsing = site.stranger()
  const account = { full_name: name, email: `${name}@hemline.test`, password: 'a-quiet-river-42' }
  await browsing.post('/auth?mode=sign-up', account)
  const redirect = await browsing.post('/credits', { product: `subscription_${plan}` })
  const checkout = await browsing.get(redirect.location ?? '')
  await browsing.follow(await browsing.submit(checkout, 'form[action^="/sandbox/checkout/"]'))
  return browsing
}

/** The buttons and links of the Purchase Credits dialog, with their targets. */
function purchaseDialog(page: Page) {
  const dialog = page.$$('dialog').find((one) => one.textContent.includes('Current balance'))
  return {
    text: dialog?.textContent.replaceAll(/\s+/g, ' ') ?? '',
    links: (dialog?.querySelectorAll('a') ?? []).map((one) => [
      one.childNodes[0]?.textContent,
      one.getAttribute('href'),
    ]),
  }
}

test('a canceled annual plan can be resumed, and a downgrade does not silently renew it', async () => {
  const eva = await subscriber('eva', 'annual')
  const opened = await eva.submit(await eva.get('/credits'), 'form[action="/credits/portal"]')
  const portal = await eva.get(opened.location ?? '')
  const link = portal.$$('a').find((one) => one.textContent === 'Cancel subscription')
  const question = await eva.get(link?.getAttribute('href') ?? '')
  await eva.submit(question, 'form:has(button.danger), form[action$="/cancel"]')
  await site.drainJobs()
  const cancelled = await eva.get('/credits')
  expect(cancelled.text('main form:has([value=resume-plan])')).toBe('Keep my plan')
  expect(cancelled.text('main')).toContain(
    'Your annual plan is canceled. To switch to monthly, keep your plan first.',
  )
  expect(cancelled.text('main')).not.toContain('Downgrade')
  const ending = purchaseDialog(cancelled)
  expect(ending.links.map(([text]) => text)).toEqual(['Manage', 'Manage'])
  expect(ending.text).not.toContain('renews at $200.00')
  await eva.submit(cancelled, 'main form:has([value=resume-plan])')
  await site.drainJobs()
  const stored = await eva.get('/credits')
  expect(stored.text('main')).toContain('Downgrade to Monthly')
  expect(stored.has('main form:has([value=resume-plan])')).toBe(false)
})

test('subscribers can manage their plan in the purchase dialog, not buy a second one', async () => {
  const annual = purchaseDialog(await (await subscriber('ina', 'annual')).get('/about'))
  expect(annual.links).toEqual([
    ['Downgrade', '/credits#plans'],
    ['Manage', '/credits#plans'],
  ])
  const monthly = purchaseDialog(await (await subscriber('uma', 'monthly')).get('/about'))
  expect(monthly.links.map(([text]) => text)).toEqual(['Manage', 'Upgrade'])
  expect(monthly.text).toContain('renews at $20.00')
})

test('the gift deal is described in the same words wherever it is sold', async () => {
  const shopper = await site.make.shopper()
  const page = await site.get('/credits', { as: shopper })
  const words = '50 credits + 50 for a friend, $0.50 per credit'
  expect(page.text('main')).toContain(words)
  expect(purchaseDialog(await site.get('/about', { as: shopper })).text).toContain(words)
})
