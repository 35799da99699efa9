import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { type BrowserSite, expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { payPagesElsewhere } from '#test/make/pay-pages.ts'
import { readRow } from '#test/postgres/rows.ts'
import { dateField, type InputMethod, keyboard, mouse, withoutScript } from './input-methods.ts'

const site = await testBrowser()
const today = calendarDateIn('America/New_York', site.clock.now())
const ahead = 3
const start = addDays(today, ahead)
const end = addDays(today, ahead + 6)

const wanted = {
  'Emerald gown': 'Formal',
  'Velvet suit': 'Classic',
  'Silk slip': 'Modern',
} as const
for (const [title, style] of Object.entries(wanted)) await stock(site, title, style)

/** Four items of a style; the one to rent is the oldest, which only Show More shows. */
async function stock(shop: BrowserSite, title: string, style: string): Promise<void> {
  const closet = await shop.make.closet()
  for (const [age, name] of [`${style} one`, `${style} two`, `${style} three`, title].entries()) {
    const created_at = new Date(Date.UTC(2026, 0, 20 - age))
    await shop.make.item({ closet, title: name, style, creditsPerDay: 3, created_at })
  }
}

interface Input {
  readonly title: string
  readonly style: string
  readonly hands: InputMethod
  /** Starts on the item's page, signed in and with a paid deposit. */
  readonly isThere?: boolean
  /** Rents from the page that confirms the credits instead of returning to the item. */
  readonly atOnce?: boolean
}

async function findOnHome(page: Page, { title, style, hands }: Input) {
  await hands.press(page.getByLabel('Menu'))
  await hands.press(
    page.getByRole('navigation').getByRole('link', { name: 'Rent by Style' }).first(),
  )
  await page.getByRole('heading', { name: 'Rent by Style' }).waitFor()
  const group = page.getByRole('region', { name: style })
  await hands.press(group.getByRole('link', { name: 'Show More (1 more)' }))
  await hands.press(group.getByRole('link', { name: new RegExp(`View Details.*${title}`) }))
}

async function signUpToRent(page: Page, { title, hands }: Pick<Input, 'title' | 'hands'>) {
  await hands.press(page.getByRole('button', { name: 'Sign in to Rent' }))
  await page.getByText('Please sign in to rent items.').waitFor()
  await hands.press(page.getByRole('link', { name: 'Create an account' }))
  await page.getByRole('heading', { name: 'Create your account' }).waitFor()
  await hands.fill(page.getByLabel('Full name'), 'Nora Quist')
  await hands.fill(page.getByLabel('Email'), `nora-${title.replace(' ', '-')}@hemline.test`)
  await hands.fill(page.getByLabel('Password', { exact: true }), 'a-quiet-river-42')
  await hands.press(page.getByRole('button', { name: 'Create account' }))
}

/**
 * Goes from the home page or the item to the rental in My Rentals with only a card; returns the
 * item's path.
 */
async function rentAsStranger(
  page: Page,
  { title, style, hands, isThere = false, atOnce = false }: Input,
  look: (page: Page) => Promise<void> = async () => {},
): Promise<string> {
  const dialog = page.getByRole('alertdialog')
  if (!isThere) await findOnHome(page, { title, style, hands })
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  const path = new URL(page.url()).pathname

  await hands.pickDates(page, { from: start, to: end, ahead })
  if (!isThere) await signUpToRent(page, { title, hands })

  await page.waitForURL(`**${path}?start=${start}&end=${end}`)
  if (!isThere) {
    await page.getByText('A $50 refundable deposit is required to rent items.').waitFor()
    await hands.press(page.getByRole('button', { name: 'Pay $50 deposit' }))
    await hands.pay(page)
    await page.getByText('Your deposit is paid.').waitFor()
    await page.waitForURL(`**${path}?start=${start}&end=${end}`)
  }
  await hands.press(page.getByRole('button', { name: 'Rent Now' }))
  await dialog
    .getByText('You need 21 credits but only have 0. Would you like to purchase more credits?')
    .waitFor()
  await look(page)
  await hands.press(dialog.getByRole('link', { name: 'OK' }))
  await page.getByText(`${title}, `).and(page.getByText('costs 21 credits. You have 0')).waitFor()
  await page.getByText('A month of the plan, 30 credits, covers it').waitFor()
  await page.getByText('One pack of 50 credits covers it').waitFor()
  await hands.press(page.getByRole('main').getByRole('button', { name: 'Purchase 50 Credits' }))
  await hands.pay(page)

  await page.getByRole('heading', { name: '50 credits are yours' }).waitFor()
  await look(page)
  await page.getByRole('main').getByText(`${title}, `).waitFor()
  if (atOnce) {
    await hands.press(page.getByRole('button', { name: 'Rent Now', exact: true }))
  } else {
    await hands.press(page.getByRole('link', { name: 'Back to the item' }))
    await page.waitForURL(`**${path}?start=${start}&end=${end}`)
    await hands.press(page.getByRole('button', { name: 'Rent Now', exact: true }))
  }
  await page.getByRole('heading', { name: `Request sent: ${title}` }).waitFor()
  await look(page)
  await hands.press(page.getByRole('main').getByRole('link', { name: 'My Rentals' }))
  await page.getByRole('article').filter({ hasText: title }).waitFor()
  return path
}

async function nobodyElseCanRent(shop: BrowserSite, path: string): Promise<void> {
  const page = await shop.get(path, { as: await shop.make.readyShopper() })
  expect(page.text('main')).toContain('Currently Rented')
  expect(page.text('main')).not.toContain('Rent Now')
  expect(await shop.db.selectFrom('rentals').select('renter_id').execute()).not.toEqual([])
}

test('a new visitor rents a dress on a phone: pays deposit and credits, and completes the rental with one tap', async () => {
  const page = await site.open('/', { width: 390, inSamePage: true })
  const path = await rentAsStranger(
    page,
    { title: 'Emerald gown', style: 'Formal', hands: mouse, atOnce: true },
    expectAccessible,
  )
  await nobodyElseCanRent(site, path)

  // On its page the item is rented and cannot be rented again.
  await page.goBack()
  await page.getByRole('heading', { name: 'Request sent: Emerald gown' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: '50 credits are yours' }).waitFor()
  await page.getByText('Your balance is now 29 credits.').waitFor()
  expect(await page.getByRole('button', { name: 'Rent Now' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Back to the item' }).click()
  await page.getByText('You have requested this item').waitFor()
  expect(await dateField(page).count()).toBe(0)
})

test('a new visitor rents a dress without JavaScript', async () => {
  const page = await site.open('/', { javaScript: false })
  const rented = { title: 'Velvet suit', style: 'Classic', hands: withoutScript }
  await nobodyElseCanRent(site, await rentAsStranger(page, rented))
})

test('a shopper without credits rents a dress with the keyboard alone', async () => {
  const { id } = await readRow(site.db, 'clothing_items', 'id', { title: 'Silk slip' })
  const shopper = await site.make.shopper()
  await site.make.deposit(shopper)
  const page = await site.open(`/item/${id}`, { as: shopper })
  const rented = { title: 'Silk slip', style: 'Modern', hands: keyboard, isThere: true }
  await nobodyElseCanRent(site, await rentAsStranger(page, rented))
})

test('a payment on another host returns signed in, and the item can be rented', async () => {
  const elsewhere = await payPagesElsewhere()
  const shop = await testBrowser(elsewhere)
  const item = await shop.make.item({ title: 'Wool coat' })
  const shopper = await shop.make.shopper()
  await shop.make.credits(shopper, 20)
  const path = `/item/${item.id}?start=${start}&end=${end}`
  const page = await shop.open(path, { as: shopper })
  const payPages: string[] = []
  page.on('framenavigated', (frame) => {
    if (frame.url().includes('/sandbox/')) payPages.push(new URL(frame.url()).origin)
  })
  await page.getByRole('main').getByRole('button', { name: 'Pay $50 deposit' }).click()
  await mouse.pay(page)
  await page.getByText('Your deposit is paid.').waitFor()
  await page.waitForURL(`**${path}`)
  await page.getByRole('button', { name: 'Rent Now' }).click()
  await page.getByRole('heading', { name: 'Request sent: Wool coat' }).waitFor()
  expect(new URL(shop.origin).hostname).toBe('localhost')
  expect(new Set(payPages)).toEqual(new Set([elsewhere.origin]))
  expect(new URL(elsewhere.origin).hostname).toBe('127.0.0.1')
  await nobodyElseCanRent(shop, `/item/${item.id}`)
})
