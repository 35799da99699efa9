import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { fontsLoaded, testBrowser } from '#test/browser/browser.ts'
import { appealedRental } from '#test/make/appealed-rental.ts'
import { LONG_NAME, LONG_TITLE } from '#test/make/long-words.ts'
import { insertRows } from '#test/postgres/rows.ts'

const site = await testBrowser()
const { make, db } = site

test('on a phone no heading of the earnings breaks inside a word', async () => {
  const closet = await make.closet()
  const rental = await make.rental({ item: await make.item({ closet }), status: 'completed' })
  await make.earningOf(rental.id)
  const page = await site.open('/business/earnings', { as: closet, width: 390, inSamePage: true })
  const heads = await page.locator('thead th').evaluateAll((cells) =>
    cells.map((cell) => {
      const words = document.createRange()
      words.selectNodeContents(cell)
      const lines = new Set([...words.getClientRects()].map(({ top }) => Math.round(top)))
      const text = cell.textContent.trim()
      return { text, fits: lines.size <= text.split(/\s+/).length }
    }),
  )
  expect(heads.length).toBeGreaterThan(4)
  expect(heads.filter(({ fits }) => !fits)).toEqual([])
})

test('owners of items are aligned in one column', async () => {
  const closet = await make.closet({ full_name: 'The Evening Room' })
  for (const approval_status of ['pending', 'approved', 'denied'] as const)
    await make.item({ closet, approval_status })
  const page = await site.open('/admin/items?status=all', {
    as: await make.admin(),
    inSamePage: true,
  })
  const owners = page.getByRole('main').getByRole('link', { name: 'The Evening Room' })
  const places = await owners.evaluateAll((links) =>
    links.map((link) => Math.round(link.getBoundingClientRect().x)),
  )
  expect(places).toHaveLength(3)
  expect(new Set(places).size).toBe(1)
})

test('an item form can be left by Cancel and uses the width of the screen', async () => {
  const closet = await make.closet()
  const page = await site.open('/business/items/new', { as: closet, inSamePage: true })
  const form = await page.getByRole('main').locator('form').first().boundingBox()
  expect(form?.width).toBeGreaterThan(0.7 * 1280)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.waitForURL('**/business')
})

test('a new request has one primary button', async () => {
  const closet = await make.closet()
  const confirmation = await make.rental({ item: await make.item({ closet }), status: 'pending' })
  const page = await site.open(`/business/rentals/${confirmation.id}`, {
    as: closet,
    inSamePage: true,
  })
  const filled = await page.locator('main button').evaluateAll((buttons) =>
    buttons
      .filter((button) => button.checkVisibility())
      .filter((button) => {
        const [red = 255, green = 255, blue = 255, alpha = '1'] =
          getComputedStyle(button).backgroundColor.match(/[\d.]+/g) ?? []
        // The primary color, darkened until light text is readable on it.
        return Number(alpha) > 0 && Number(red) + Number(green) + Number(blue) < 420
      })
      .map((button) => button.textContent.trim()),
  )
  expect(filled).toEqual(['Accept rental'])
})

test('the photos of an application are large and beside its text', async () => {
  const outfits = []
  for (let n = 0; n < 3; n++) outfits.push((await make.image({ use: 'outfit' })).id)
  await insertRows(db, 'business_applications', {
    id: newId(),
    user_id: (await make.person({ business_status: 'pending' })).id,
    full_name: 'Nora Quist',
    city: 'Troy',
    state: 'NY',
    instagram: 'nora',
    outfit_images: outfits,
    driving_distance: '5 miles',
    meeting_flexibility: 'Evenings',
    contact_phone: '555 0100',
    applied_at: new Date(),
  })
  const page = await site.open('/admin/applications', {
    as: await make.admin(),
    // These have no images.
    allowedErrors: /Failed to load resource/,
  })
  const photos = page.getByRole('article').getByRole('img')
  const boxes = await photos.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
  expect(boxes).toHaveLength(3)
  expect(Math.min(...boxes.map(({ width }) => width))).toBeGreaterThanOrEqual(140)
  const text = await page.getByRole('article').locator('dl').boundingBox()
  const gap = (boxes[0]?.left ?? 0) - ((text?.x ?? 0) + (text?.width ?? 0))
  expect(gap).toBeGreaterThan(0)
  expect(gap).toBeLessThan(80)
})

test('a founder’s picture is small in the dialog', async () => {
  const page = await site.open('/about', { as: await make.admin(), inSamePage: true })
  await page.getByRole('link', { name: 'Edit The people behind it' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit The people behind it' })
  const founder = dialog.getByRole('group', { name: /Founder 1/ })
  const picture = founder.locator('.rounded-picture').first()
  await picture.waitFor()
  const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {}
  expect(width).toBeGreaterThan(40)
  expect(Math.max(width, height)).toBeLessThanOrEqual(120)
})

test('the whole dialog of a hero fits on the screen of a laptop', async () => {
  await insertRows(db, 'home_sections', {
    id: newId(),
    section_type: 'hero',
    order_index: 0,
    title: 'Tonight',
    content: '{}',
  })
  const page = await site.open('/?edit=true', { as: await make.admin(), inSamePage: true })
  await page.getByRole('button', { name: 'Edit Hero Banner: Tonight' }).click()
  const apply = page.getByRole('dialog').getByRole('button', { name: 'Apply' })
  await apply.waitFor()
  const { scrollHeight, clientHeight } = await page
    .getByRole('dialog')
    .evaluate(({ scrollHeight, clientHeight }) => ({ scrollHeight, clientHeight }))
  expect(scrollHeight).toBeLessThanOrEqual(clientHeight)
  const box = await apply.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
})

test('on a phone a row of tabs fades out only where more tabs follow', async () => {
  const admin = await make.admin()
  const rightFade = (side: 'there' | 'gone') =>
    [
      (wanted: string) => {
        const row = document.querySelector('nav[aria-label="Filter rentals"]')
        if (!row) return false
        const style = getComputedStyle(row)
        const fades = Number.parseFloat(style.getPropertyValue('--fade-right')) > 0
        return style.maskImage !== 'none' && fades === (wanted === 'there')
      },
      side,
    ] as const
  const page = await site.open('/admin/rentals', { as: admin, width: 390, inSamePage: true })
  await fontsLoaded(page)
  const row = page.getByRole('navigation', { name: 'Filter rentals' })
  expect(await row.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
  await page.waitForFunction(...rightFade('there'))
  await row.evaluate((nav) => nav.scrollTo({ left: nav.scrollWidth, behavior: 'instant' }))
  await page.waitForFunction(...rightFade('gone'))
})

test('on a wide screen the admin tabs are one row, and the menus another', async () => {
  const page = await site.open('/admin', { as: await make.admin(), inSamePage: true })
  await fontsLoaded(page)
  const tops = await page
    .getByRole('navigation', { name: 'Admin' })
    .locator('li:has(> a):visible, summary')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect([tops.length, new Set(tops).size]).toEqual([12, 2])
})

test('on a phone all tabs of the profile are visible, even with text twice as large', async () => {
  const page = await site.open('/profile', {
    as: await make.shopper(),
    width: 390,
    inSamePage: true,
  })
  await fontsLoaded(page)
  const tabs = page.getByRole('navigation', { name: 'Your account' })
  expect(await tabs.getByRole('link').allInnerTexts()).toEqual([
    'Profile',
    'Your size',
    'Sign-in & security',
    'Notifications',
    'Blocked people',
    'Your data',
  ])
  const areSeen = () =>
    tabs.getByRole('link').evaluateAll((links) =>
      links.map((link) => {
        const { left, right } = link.getBoundingClientRect()
        return left >= 0 && right <= 390
      }),
    )
  expect(await areSeen()).toEqual(Array(6).fill(true))
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(await areSeen()).toEqual(Array(6).fill(true))
})

test('on a phone a rental starts with its full photo and the renter’s contact details, before any button', async () => {
  const closet = await make.closet()
  const renter = await make.shopper()
  const { id: image_id } = await make.image()
  const [before, rental] = [
    await make.rental({ item: await make.item({ closet }), renter, status: 'completed' }),
    await make.rental({ item: await make.item({ closet, image_id }), renter, status: 'delivered' }),
  ]
  const late = { late_at: new Date(), late_by: closet.id }
  const details = { renter_phone: '(512) 555-0137', delivery_address: '14 Rose Lane\nAustin, TX' }
  await db.updateTable('rentals').set(late).where('id', '=', before.id).execute()
  await db.updateTable('rentals').set(details).where('id', '=', rental.id).execute()
  const path = `/business/rentals/${rental.id}`
  const page = await site.open(path, {
    as: closet,
    width: 390,
    inSamePage: true,
    allowedErrors: /404/,
  })
  const main = page.getByRole('main')
  const photo = await main.getByRole('img').first().boundingBox()
  expect((photo?.height ?? 0) / (photo?.width ?? 1)).toBeCloseTo(2, 1)
  await main.getByText('Returned 1 earlier rental late').waitFor()
  const map = main.getByRole('link', { name: 'Open map' })
  const query = '14 Rose Lane, Austin, TX'
  expect(new URL((await map.getAttribute('href')) ?? '').searchParams.get('query')).toBe(query)
  const heights = [
    await main.getByRole('link', { name: '(512) 555-0137' }).boundingBox(),
    await map.boundingBox(),
    await main.getByRole('button').first().boundingBox(),
  ].map((place) => place?.y ?? 0)
  expect(heights).toEqual(heights.toSorted((a, b) => a - b))
  expect(new Set(heights).size).toBe(3)
})

test('the sentence about a rental ends before the column of its steps', async () => {
  const closet = await make.closet()
  const { id } = await make.rental({ item: await make.item({ closet }), status: 'pending' })
  const page = await site.open(`/business/rentals/${id}`, { as: closet, inSamePage: true })
  const sentence = await page.getByText('After that, we will cancel the request.').boundingBox()
  const step = await page.getByRole('button', { name: 'Accept' }).boundingBox()
  expect(sentence && step && sentence.x + sentence.width).toBeLessThan(step?.x ?? 0)
})

test('a photo that fails to load, from a person with a long name, fits on a phone', async () => {
  const [closet, shopper] = [await make.closet(), await make.shopper({ full_name: LONG_NAME })]
  const item = await make.item({ closet })
  const words = ['Is it lined?']
  const now = site.clock.now()
  const { id } = await make.conversation({ item, shopper, closet, words, now })
  const form = new FormData()
  const photo = new File([new Uint8Array(flatPng(400, 300))], 'front.png', { type: 'image/png' })
  form.append('photos', photo)
  form.append('form_key', newId())
  expect((await site.post(`/messages/${id}`, form, { as: shopper })).status).toBe(302)
  const page = await site.open('/help', { as: closet, width: 390, allowedErrors: /404|ERR_FAILED/ })
  await page.route('**/photos/**', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await page.goto(`/messages/${id}`)
  await page.getByRole('img', { name: /^From / }).scrollIntoViewIfNeeded()
  await failed
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

/** Amounts of money on the page that are broken across lines. */
function brokenAmounts(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) => {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: amount, index } of text.nodeValue?.matchAll(/-?\$[\d,.]+/g) ?? []) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + amount.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push(amount)
      }
    }
    return broken
  })
}

test.each([
  390, 1280,
])('with long titles and large sums no amount of a closet is broken at %i pixels', async (width) => {
  const closet = await make.closet()
  const renter = await make.shopper()
  const withheld = { closet, renter, title: LONG_TITLE, until: 'withheld' } as const
  await appealedRental(db, withheld, site.clock.now())
  await make.correction(closet, { cents: -1_234_567 })
  for (const path of ['/business/earnings', '/business/payouts', '/business/figures']) {
    const page = await site.open(path, { as: closet, width, inSamePage: true })
    expect(await page.getByRole('main').textContent()).toMatch(/\$(20\.00|12,345\.67)/)
    expect(await brokenAmounts(page), path).toEqual([])
  }
})
