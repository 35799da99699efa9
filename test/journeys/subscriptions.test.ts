import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import type { CardName } from '#sandbox/core/cards.ts'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { readRow } from '#test/postgres/rows.ts'
import { focused } from './input-methods.ts'

const site = await testBrowser()

const plan = (page: Page, name: string) =>
  page
    .locator('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
const monthly = (page: Page) => plan(page, '30 Monthly Credits')
const annual = (page: Page) => plan(page, '30 Monthly Credits (Charged Annually)')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Chooses a card by its number on a page of the sandbox and pays. */
async function pay(page: Page) {
  await page.waitForURL('**/sandbox/checkout/**')
  await chooseCard(page, '4242424242424242')
  await page.getByRole('button', { name: /^(Pay|Subscribe)/ }).click()
}

async function chooseCard(page: Page, number: string) {
  const named = page.locator(`label:has-text("${number.slice(-4)}") input[type=radio]`)
  if ((await named.count()) > 0) await named.first().check()
}

/** Pays for the monthly plan on the page of the sandbox, as a browser does. */
async function subscribed(shopper: Person, card: CardName) {
  const as = { as: shopper }
  const product = 'subscription_monthly'
  const confirmation = await site.post('/credits', { product, return_to: '/credits' }, as)
  const checkout = await site.get(confirmation.location ?? '', as)
  const paid = await site.submit(checkout, 'form[action^="/sandbox/checkout/"]', { card }, as)
  const arrived = await site.get(paid.location ?? '', as)
  const done = await site.get(arrived.location ?? '', as)
  expect(done.text('h1')).toBe('30 credits are yours')
}

test('a shopper subscribes, upgrades, downgrades and cancels the downgrade', async () => {
  const shopper = await site.make.shopper()
  const page = await site.open('/credits', { as: shopper, inSamePage: true })
  await monthly(page)
    .getByRole('button', { name: /Subscribe Now/ })
    .click()
  await pay(page)
  await page.getByRole('heading', { name: '30 credits are yours' }).waitFor()
  await page.getByRole('link', { name: 'See your credits' }).click()

  await monthly(page).getByRole('button', { name: 'Manage Subscription' }).waitFor()
  await page.getByText('Next credits').waitFor()
  await annual(page).getByRole('button', { name: 'Upgrade to Annual' }).click()
  const question = page.getByRole('alertdialog', { name: 'Upgrade to Annual?' })
  await question.getByText(/We will charge \$180\.\d\d to your card now/).waitFor()
  await expectAccessible(page)
  await question.getByRole('button', { name: /^Pay \$180\.\d\d now$/ }).click()
  await page.getByText('You are now on the annual plan.').waitFor()
  await annual(page).getByRole('button', { name: 'Manage Subscription' }).waitFor()

  await monthly(page).getByRole('button', { name: 'Downgrade to Monthly' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Downgrade to Monthly' }).click()
  await monthly(page).getByText('Starts next').waitFor()
  await page.getByText(/^Monthly, from /).waitFor()
  await monthly(page).getByRole('button', { name: 'Keep Annual Plan' }).click()
  await monthly(page).getByRole('button', { name: 'Downgrade to Monthly' }).waitFor()
  expect(await page.getByText('Starts next').count()).toBe(0)
  await expectAccessible(page)

  await page.goto(`${site.origin}/about`)
  const chip = page.getByRole('banner').locator('a[aria-haspopup=dialog]')
  const shop = page.getByRole('dialog', { name: 'Purchase Credits' })
  await chip.click()
  await shop.getByText('Your plan').waitFor()
  await expectAccessible(page)
  // A subscriber changes to the other plan and cannot subscribe to a second one.
  expect(await shop.getByRole('button', { name: /^Subscribe/ }).count()).toBe(0)
  await shop.getByRole('link', { name: 'Downgrade 30 Monthly Credits', exact: true }).waitFor()
  await shop.getByRole('link', { name: 'Manage 30 Monthly Credits (Charged Annually)' }).click()
  await shop.waitFor({ state: 'hidden' })
  await annual(page).getByRole('button', { name: 'Manage Subscription' }).waitFor()
})

test('without a script a shopper subscribes, upgrades and cancels in the portal', async () => {
  const shopper = await site.make.shopper()
  const page = await site.open('/credits', { as: shopper, javaScript: false, width: 390 })
  await monthly(page)
    .getByRole('button', { name: /Subscribe Now/ })
    .click()
  await pay(page)
  await page.getByRole('link', { name: 'See your credits' }).click()
  await annual(page).getByRole('button', { name: 'Upgrade to Annual' }).click()
  await page.getByRole('button', { name: /^Pay \$180\.\d\d now$/ }).click()
  await page.getByText('You are now on the annual plan.').waitFor()
  await annual(page).getByRole('button', { name: 'Manage Subscription' }).click()
  await page.waitForURL('**/sandbox/portal/**')
  await page.getByRole('link', { name: 'Cancel subscription' }).click()
  await page.getByRole('button', { name: /cancel subscription/i }).click()
  await page
    .getByRole('link', { name: /Return|Back/ })
    .first()
    .click()
  await page.waitForURL('**/credits')
  await page.getByText(/^Ends on /).waitFor()
})

test('without a connection the button to the billing portal says so and stays', async () => {
  const shopper = await site.make.shopper()
  await subscribed(shopper, 'visa')
  const page = await site.open('/credits', {
    as: shopper,
    inSamePage: true,
    allowedErrors: /Failed to load resource|ERR_FAILED/,
  })
  const posts = '**/credits/portal**'
  await page.route(posts, (route) => route.abort())
  const manage = monthly(page).getByRole('button', { name: 'Manage Subscription' })
  await manage.click()
  const notice = monthly(page).locator('[data-failure=offline] p')
  await notice.first().waitFor()
  expect(await notice.first().textContent()).toBe(
    'Failed to open billing portal. Please try again.',
  )
  expect(new URL(page.url()).pathname).toBe('/credits')
  await page.unroute(posts)
  await monthly(page).getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL('**/sandbox/portal/**')
})

test('after a failed renewal the banner links to changing the card, and the credits are granted', async () => {
  const shopper = await site.make.shopper()
  await subscribed(shopper, 'renewalDeclined')

  site.clock.advance({ days: 32 })
  await site.drainJobs()
  const later = await site.open('/credits', { as: shopper, inSamePage: true })
  const banner = later.getByRole('alert').filter({ hasText: 'subscription payment failed' })
  await banner.getByRole('button', { name: 'Try again' }).click()
  await later.getByText(/^Error: .*declined/).waitFor()
  expect(await later.getByRole('heading', { level: 1 }).textContent()).toBe('30 credits')
  await expectAccessible(later)
  await banner.getByRole('button', { name: 'Update payment method' }).click()
  await later.waitForURL('**/sandbox/portal/**')
  await chooseCard(later, '5555555555554444')
  await button(later, 'Save card').click()
  const back = later.getByRole('link', { name: /Return|Back/ }).first()
  await later.waitForURL(/\/credits$|sandbox\/portal/)
  if (later.url().includes('/sandbox/')) await back.click()
  await later.waitForURL('**/credits')
  await later.getByRole('heading', { name: '60 credits', exact: true }).waitFor()
  expect(await banner.count()).toBe(0)
})

test('a gift goes from its buyer by mail to a friend who signs up for it', async () => {
  const buyer = await site.make.shopper({ full_name: 'Ida Brandt' })
  const page = await site.open('/credits', { as: buyer, inSamePage: true })
  await page.locator('main').getByRole('button', { name: /^Gift/ }).click()
  const prompt = page.getByRole('dialog', { name: 'Who is the gift for?' })
  await prompt.getByLabel('Your friend’s email').fill(buyer.email)
  await prompt.getByRole('button', { name: 'Continue to payment' }).click()
  await prompt.getByText('This is your own email.').waitFor()
  await expectAccessible(page)
  await prompt.getByRole('button', { name: 'Cancel' }).click()
  await prompt.waitFor({ state: 'hidden' })
  await page.locator('main').getByRole('button', { name: /^Gift/ }).click()
  await prompt.getByLabel('Your friend’s email').fill('wren@hemline.test')
  await page.keyboard.press('Enter')
  await pay(page)
  await page.getByRole('heading', { name: '50 credits are yours' }).waitFor()
  const code = (await page.locator('main code').textContent()) ?? ''
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
  await page.getByRole('link', { name: 'See your credits' }).click()
  await page.getByText('Unclaimed').waitFor()

  await site.drainJobs()
  const mail = await readRow(site.db, 'mail_outbox', 'text_body', {
    to_address: 'wren@hemline.test',
  })
  const link = /http:\S+/.exec(mail.text_body)?.[0] ?? ''
  expect(link).toBe(`${site.origin}/credits?code=${code}`)

  const friend = await site.open(link)
  await friend.waitForURL('**/auth?return_to=**')
  // The link leads to signing up, because people with a code usually have no account yet.
  await friend.getByLabel('Full name').fill('Wren Okafor')
  await friend.getByLabel('Email').fill('wren@hemline.test')
  await friend.getByLabel('Password', { exact: true }).fill('a-quiet-river-42')
  await friend.keyboard.press('Enter')
  await friend.waitForURL(`**/credits?code=${code}`)
  expect(await friend.getByLabel('Gift code').inputValue()).toBe(code)
  await button(friend, 'Claim').click()
  await friend.getByText('Success! You received 50 credits!').waitFor()
  await friend.getByRole('heading', { name: '50 credits', exact: true }).waitFor()
  await friend.getByText('Gift from Ida Brandt').waitFor()

  await friend.getByLabel('Gift code').fill(code.toLowerCase())
  expect(await friend.getByLabel('Gift code').inputValue()).toBe(code)
  await button(friend, 'Claim').click()
  await friend.getByText('Failed to claim gift code').waitFor()
  await focused(friend.getByLabel('Gift code'))
  await page.reload()
  await page.getByText('Claimed', { exact: true }).waitFor()
})

test('a deposit refund is requested, shown as pending, and completed', async () => {
  const shopper = await site.make.shopper()
  const item = await site.make.item()
  const as = { as: shopper }
  const confirmation = await site.post(`/item/${item.id}`, { intent: 'deposit' }, as)
  const checkout = await site.get(confirmation.location ?? '', as)
  const form = 'form[action^="/sandbox/checkout/"]'
  const paid = await site.submit(checkout, form, { card: 'refundWaits' }, as)
  await site.get(paid.location ?? '', as)
  const page = await site.open('/credits', { as: shopper, width: 390, inSamePage: true })
  const deposit = page.locator('#deposit')
  await deposit.getByText('Not in use.').waitFor()
  await deposit.getByRole('link', { name: 'Request refund' }).click()
  const question = page.getByRole('alertdialog', { name: 'Get your $50.00 deposit back?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Request refund' }).click()
  await page.getByText('$50.00 will be refunded to your card.').waitFor()
  await deposit.getByText('Refund on its way to your card').waitFor()
  expect(await deposit.getByRole('link', { name: 'Request refund' }).count()).toBe(0)

  await site.drainJobs()
  site.clock.advance({ seconds: 20 })
  await site.drainJobs()
  await page.reload()
  await deposit.getByText('Refunded to your card').waitFor()
})
