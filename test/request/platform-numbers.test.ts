import { expect, test } from 'vitest'
import { realPayments, type Site, testSite } from '#test/app.ts'
import { adminWithCode } from '#test/make/admin-with-code.ts'

const form = 'form[action="/admin/site-layout#numbers"]'
const path = '/admin/site-layout'
const usual = { high_value_cents: 50_000, high_value_rentals: 3, gift_months: 3 }
const typed = { high_value_cents: '800', high_value_rentals: '5', gift_months: '60' }

async function stored({ db }: Site) {
  const rows = await db.selectFrom('platform_numbers').selectAll().execute()
  return Object.fromEntries(rows.map((row) => [row.setting_key, row.setting_value]))
}

test('an admin changes the rules of high-value items and gifts, and every text follows', async () => {
  const site = await testSite()
  const admin = await site.make.admin({ full_name: 'Ada Admin' })
  const texts = async () => {
    const shopper = await site.make.shopper()
    const pages = ['/help', '/how-it-works', '/credits']
    const read = await Promise.all(pages.map((page) => site.get(page, { as: shopper })))
    // The whole body, because the dialog of packs has the text too.
    return read.map((page, n) => page.text(n < 2 ? 'main' : 'body'))
  }
  const together = 'redits from a pack or a gift expire 3 months after the purchase'
  const before = await texts()
  for (const text of before.slice(0, 2)) expect(text).toContain(together)
  expect(before[2]?.split('for a friend. They expire 3 months after purchase.')).toHaveLength(3)

  const page = await site.get(path, { as: admin })
  const values = ['high_value_cents', 'high_value_rentals', 'gift_months'].map((name) =>
    page.$(`${form} [name=${name}]`).getAttribute('value'),
  )
  expect(values).toEqual(['500', '3', '3'])
  expect((await site.submit(page, form, typed, { as: admin })).location).toBe(path)
  expect(await stored(site)).toEqual({
    high_value_cents: 80_000,
    high_value_rentals: 5,
    gift_months: 60,
  })
  const apart =
    'redits from a pack expire 3 months after the purchase, and credits from a gift 60 months after it'
  const after = await texts()
  for (const text of after.slice(0, 2)) expect(text).toContain(apart)
  expect(after[2]?.split('for a friend. They expire 60 months after purchase.')).toHaveLength(3)
  expect((await site.get('/admin/audit', { as: admin })).text('main')).toMatch(
    /changed rules.*high value: \$500\.00 → \$800\.00/,
  )
})

const wrong = [
  ...['', '0', '-1', '100001', '499.5', '1e3', 'much', '9'.repeat(15)].map((text) => ({
    field: 'high_value_cents',
    text,
    sentence: 'Enter a whole number of dollars from 1 to 100,000.',
  })),
  ...['', '0', '101', '2.5'].map((text) => ({
    field: 'high_value_rentals',
    text,
    sentence: 'Enter a whole number of rentals from 1 to 100.',
  })),
  ...['', '0', '121', 'five'].map((text) => ({
    field: 'gift_months',
    text,
    sentence: 'Enter a whole number of months from 1 to 120.',
  })),
]

test('invalid numbers are refused at their field; the input stays, nothing is saved', async () => {
  const site = await testSite()
  const admin = await site.make.admin()
  const page = await site.get(path, { as: admin })
  for (const { field, text, sentence } of wrong) {
    const refused = await site.submit(page, form, { ...typed, [field]: text }, { as: admin })
    expect(refused.status, text).toBe(400)
    const input = refused.$(`${form} [name=${field}]`)
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(refused.text(form)).toContain(sentence)
    const other = field === 'gift_months' ? 'high_value_rentals' : 'gift_months'
    expect(refused.$(`${form} [name=${other}]`).getAttribute('value')).toBe(typed[other])
  }
  expect(await stored(site)).toEqual(usual)
})

test('gift credits that never expire are a choice, and every text says so', async () => {
  const site = await testSite()
  const admin = await site.make.admin()
  const page = await site.get(path, { as: admin })
  const never = { gift_expiry: 'never', gift_months: '' }
  expect((await site.submit(page, form, never, { as: admin })).location).toBe(path)
  expect(await stored(site)).toEqual({ ...usual, gift_months: null })
  const saved = await site.get(path, { as: admin })
  expect(saved.$(`${form} [name=gift_expiry][value=never]`).hasAttribute('checked')).toBe(true)
  expect(saved.$(`${form} [name=gift_months]`).getAttribute('value')).toBe('60')
  expect((await site.get('/admin/audit', { as: admin })).text('main')).toMatch(
    /changed rules.*gift months: 3 → never/,
  )
  const shopper = await site.make.shopper()
  expect((await site.get('/help')).text('main')).toContain('credits from a gift never expire')
  expect((await site.get('/credits', { as: shopper })).text('body')).toContain(
    'for a friend. They never expire.',
  )
  const months = { gift_expiry: 'months', gift_months: '12' }
  await site.submit(saved, form, months, { as: admin })
  expect(await stored(site)).toEqual({ ...usual, gift_months: 12 })
})

test('the second of two admins sees who saved first and resolves the conflict', async () => {
  const site = await testSite()
  const ada = await site.make.admin({ full_name: 'Ada Admin' })
  const ben = await site.make.admin()
  const opened = await site.get(path, { as: ben })
  await site.submit(await site.get(path, { as: ada }), form, { gift_months: '12' }, { as: ada })
  const refused = await site.submit(opened, form, { high_value_rentals: '4' }, { as: ben })
  expect(refused.status).toBe(409)
  expect(refused.text(`${form} [role=alert]`)).toContain('Ada Admin saved these settings')
  expect(refused.text(form)).toMatch(/Months until gift credits expire.*Theirs: 12.*Yours: 3/)
  expect((await stored(site)).gift_months).toBe(12)
  const over = refused.$(`${form} button[name=over]`).getAttribute('value') ?? ''
  expect((await site.submit(refused, form, { over }, { as: ben })).status).toBe(302)
  expect(await stored(site)).toEqual({ ...usual, high_value_rentals: 4 })
})

test('only admins change the numbers, and saving the style does not affect them', async () => {
  const site = await testSite()
  const fields = { intent: 'numbers', ...typed }
  for (const as of [null, await site.make.shopper(), await site.make.closet()]) {
    const refused = await site.post(path, fields, { as })
    expect([refused.status, refused.location]).toEqual(as ? [302, '/'] : [401, null])
  }
  const admin = await site.make.admin()
  await site.post(path, { ...typed, hero_title: 'Hello' }, { as: admin })
  expect(await stored(site)).toEqual(usual)
})

test('numbers that cannot be saved show an error, and the input stays', async () => {
  const site = await testSite()
  const admin = await site.make.admin()
  const page = await site.get(path, { as: admin })
  await site.database.pool.query(
    'alter table platform_numbers add constraint nothing_more check (setting_value < 0) not valid',
  )
  const refused = await site.submit(page, form, typed, { as: admin })
  expect([refused.status, refused.text(`${form} [role=alert]`)]).toEqual([
    500,
    'Error updating settings. Please try again.',
  ])
  expect(refused.$(`${form} [name=gift_months]`).getAttribute('value')).toBe('60')
})

test('with real payments the start and the settings page ask for gifts of five years', async () => {
  const site = await testSite({ env: realPayments })
  const warning =
    'Gift credits expire after 3 months; US law (12 CFR 1005.20) asks for five years for gifts that are sold.'
  expect(await site.app.warnings()).toEqual([warning])
  const browsing = await adminWithCode(site)
  const page = await browsing.get(path)
  expect(page.text('main')).toContain(warning)
  expect((await browsing.submit(page, form, { gift_months: '60' })).status).toBe(302)
  expect((await browsing.get(path)).text('main')).not.toContain('12 CFR')
  expect(await site.app.warnings()).toEqual([])
})

test('with a live key, gift credits last five years unless the owner says why not', async () => {
  const site = await testSite({ env: realPayments })
  const { database } = site
  expect(await site.app.refusal()).toContain('Set SHORT_GIFT_EXPIRY to a sentence')
  const browsing = await adminWithCode(site)
  const page = await browsing.get(path)
  const refused = await browsing.submit(page, form, { gift_months: '59' })
  expect([refused.status, refused.text('main')]).toEqual([
    400,
    expect.stringContaining('Enter at least 60 months'),
  ])
  const reason = { SHORT_GIFT_EXPIRY: 'Gifts are given away here and never sold.' }
  const explained = await testSite({ env: { ...realPayments, ...reason }, database })
  expect(await explained.app.refusal()).toBeNull()
  const testKey = { ...realPayments, STRIPE_SECRET_KEY: 'sk_test_1' }
  expect(await (await testSite({ env: testKey, database })).app.refusal()).toBeNull()
  await browsing.submit(refused, form, { gift_months: '60' })
  expect(await site.app.refusal()).toBeNull()
  const again = await browsing.get(path)
  expect((await browsing.submit(again, form, { gift_expiry: 'never' })).status).toBe(302)
  expect(await site.app.refusal()).toBeNull()
})

test('the settings page has no warning about gifts while payments are not real', async () => {
  const site = await testSite()
  const page = await site.get(path, { as: await site.make.admin() })
  expect(page.text('main')).not.toContain('12 CFR')
  expect(await site.app.warnings()).toEqual([])
})
