import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import type { Person, Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { itemForm } from '#test/make/item-form.ts'
import { readRow } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const form = 'main form[enctype="multipart/form-data"]'
const RULE = 'You can rent this item after 3 completed rentals.'
const WRONG = 'Please enter a whole number of dollars from 1 to 100,000.'

async function withPhoto(lister: Person, row = {}) {
  const { id: image_id } = await make.image()
  const words = { style: 'Formal', event_type: 'Wedding' }
  return await make.item({ closet: lister, image_id, ...words, ...row })
}

async function storedValue(id: ItemId) {
  const { replacement_value_cents } = await readRow(
    db,
    'clothing_items',
    'replacement_value_cents',
    id,
  )
  return replacement_value_cents
}

const listers = [
  { who: () => make.closet(), path: '/business/items' },
  { who: () => make.admin(), path: '/admin/listings' },
]

test.for(listers)('$path: a replacement value is given, changed and removed', async ({
  who,
  path,
}) => {
  const lister = await who()
  const as = { as: lister }
  const fields = { ...itemForm(), replacement_value: '800' }
  const added = await site.submit(await site.get(`${path}/new`, as), form, fields, as)
  expect(added.status).toBe(302)
  const { id } = await readRow(db, 'clothing_items', 'id', { business_id: lister.id })
  expect(await storedValue(id)).toBe(80_000)
  const saved = async (replacement_value: string) => {
    const page = await site.get(`${path}/${id}`, as)
    expect((await site.submit(page, form, { replacement_value }, as)).status).toBe(302)
    return await storedValue(id)
  }
  expect(await saved('1')).toBe(100)
  expect(await saved('100000')).toBe(10_000_000)
  const page = await site.get(`${path}/${id}`, as)
  expect(page.$(`${form} [name=replacement_value]`).getAttribute('value')).toBe('100000')
  expect(await saved('')).toBeNull()
})

test('an invalid replacement value is refused at its field, and the input stays', async () => {
  const closet = await make.closet()
  const item = await withPhoto(closet, { replacement_value_cents: 70_000 })
  const path = `/business/items/${item.id}`
  const page = await site.get(path, { as: closet })
  for (const replacement_value of ['0', '-5', '100001', '12.50', '1e3', 'much', '9'.repeat(12)]) {
    const fields = { title: 'Another title', replacement_value }
    const refused = await site.submit(page, form, fields, { as: closet })
    expect(refused.status, replacement_value).toBe(400)
    const field = refused.$(`${form} [name=replacement_value]`)
    expect([field.getAttribute('aria-invalid'), field.getAttribute('value')]).toEqual([
      'true',
      replacement_value,
    ])
    expect(refused.text(form)).toContain(WRONG)
    expect(refused.$(`${form} [name=title]`).getAttribute('value')).toBe('Another title')
  }
  expect(await storedValue(item.id)).toBe(70_000)
})

test('the second of two people who change a replacement value sees the other one', async () => {
  const closet = await make.closet()
  const { id } = await withPhoto(closet)
  const path = `/business/items/${id}`
  const as = { as: closet }
  const opened = await site.get(path, as)
  await site.submit(await site.get(path, as), form, { replacement_value: '900' }, as)
  const refused = await site.submit(opened, form, { size: 'S' }, as)
  expect(refused.status).toBe(409)
  expect(refused.text('[aria-label="Changed by someone else"]')).toMatch(
    /Replacement value.*Theirs: \$900.*Yours: empty/,
  )
  expect(await storedValue(id)).toBe(90_000)
})

const dates = { start: addDays(today, 3), end: addDays(today, 9) }

async function rent(shopper: Shopper, id: ItemId) {
  const fields = { intent: 'rent', request_key: newId(), ...dates }
  return await site.post(`/item/${id}`, fields, { as: shopper })
}

test('the item page states the rule in advance, and a request is refused with it', async () => {
  const { id } = await withPhoto(await make.closet(), {
    creditsPerDay: 1,
    replacement_value_cents: 73_100,
  })
  const visitors = await site.get(`/item/${id}`)
  expect(visitors.text('main')).toContain(RULE)
  expect(visitors.has('main [name=start]')).toBe(true)

  const shopper = await make.readyShopper({ credits: 50 })
  const page = await site.get(`/item/${id}`, { as: shopper })
  expect(page.text('main')).toContain(RULE)
  expect(page.has('main [name=start]')).toBe(false)
  for (const { html } of [visitors, page]) expect(html).not.toMatch(/\$731|\b73100\b|replacement/i)

  const refused = await rent(shopper, id)
  expect(refused.status).toBe(400)
  expect(refused.text('dialog[open]')).toContain(RULE)

  for (let n = 0; n < 3; n++)
    await make.rental({
      renter: shopper,
      item: await make.item(),
      status: 'completed',
      start: '2026-01-01',
    })
  const trusted = await site.get(`/item/${id}`, { as: shopper })
  expect(trusted.text('main')).not.toContain(RULE)
  expect(trusted.has('main [name=start]')).toBe(true)
  expect((await rent(shopper, id)).status).toBe(302)

  // Shoppers without enough rentals cannot join its waitlist either.
  const other = await make.readyShopper({ credits: 50 })
  const rented = await site.get(`/item/${id}`, { as: other })
  expect(rented.text('main')).toContain('Currently Rented')
  expect(rented.text('main')).toContain(RULE)
  expect(rented.text('main')).not.toContain('Join the waitlist')
  const joined = await site.post(
    `/item/${id}`,
    { intent: 'join-waitlist', ...dates },
    { as: other },
  )
  expect(joined.status).toBe(400)
  expect(joined.text('dialog[open]')).toContain(RULE)
})

test('the sentence has the number from the settings', async () => {
  const admin = await make.admin()
  const page = await site.get('/admin/site-layout', { as: admin })
  const numbers = 'form[action="/admin/site-layout#numbers"]'
  const fields = { high_value_cents: '200', high_value_rentals: '1' }
  await site.submit(page, numbers, fields, { as: admin })
  const { id } = await withPhoto(await make.closet(), { replacement_value_cents: 20_000 })
  const shopper = await make.readyShopper({ credits: 50 })
  const sentence = 'You can rent this item after 1 completed rental.'
  expect((await site.get(`/item/${id}`, { as: shopper })).text('main')).toContain(sentence)
  expect((await rent(shopper, id)).text('dialog[open]')).toContain(sentence)
})

test('the rule is not shown to the lister or to admins', async () => {
  const closet = await make.closet()
  const { id } = await withPhoto(closet, { replacement_value_cents: 90_000 })
  for (const as of [closet, await make.admin()])
    expect((await site.get(`/item/${id}`, { as })).text('main')).not.toContain('completed rental')
})
