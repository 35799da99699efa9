import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { testSite } from '#test/app.ts'
import { updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db } = site
const HERE = '/business/page'

function formWith(fields: Readonly<Record<string, string>>, width = 600) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const picture = new Uint8Array(flatPng(width, 400))
  form.set('photo_id', new File([picture], 'shop.png', { type: 'image/png' }))
  return form
}

const own = { shop_name: 'The Rail', about: 'Gowns for tall people.\n\nCleaned with care.' }

test('a closet fills its page without a script, and everyone sees it with its own preview', async () => {
  const closet = await make.closet({ full_name: 'Maria Lopez' })
  const item = await make.item({ closet })
  const at = `/closets/${closet.id}`
  const home = await site.get('/business', { as: closet })
  expect(home.has(`main a[href="${at}"]`)).toBe(true)
  expect(home.has(`main a[href="${HERE}"]`)).toBe(true)
  const saved = await site.post(HERE, formWith(own), { as: closet })
  expect(saved.location).toBe(at)
  const page = await site.get(at)
  expect(page.text('h1')).toBe('The Rail')
  expect(page.text('main')).toContain('by Maria Lopez')
  expect(page.text('main')).not.toContain('rental')
  expect(page.text('main')).toContain('Gowns for tall people.')
  const picture = page.$('main img').getAttribute('src') ?? ''
  expect((await site.get(picture)).status).toBe(200)
  const preview = page.$('meta[property="og:image"]').getAttribute('content') ?? ''
  expect(preview).toContain(`${picture.split('?')[0]}?preview`)
  expect(page.$('meta[property="og:title"]').getAttribute('content')).toContain('The Rail')
  expect(page.has(`main a[href="${HERE}"]`)).toBe(false)
  expect((await site.get(at, { as: closet })).has(`main a[href="${HERE}"]`)).toBe(true)

  const rental = await make.rental({ item, status: 'completed', start: '2026-01-05' })
  await db
    .insertInto('ratings')
    .values({
      ...{ id: newId(), rental_id: rental.id, item_id: item.id, side: 'renter', stars: 4 },
      ...{ about_id: closet.id, writer_id: rental.renter_id },
      ...{ written_at: site.clock.now(), due_at: site.clock.now() },
      published_at: site.clock.now(),
    })
    .execute()
  const rated = await site.get(at, { as: await make.shopper() })
  expect(rated.text('main')).toContain('4.0 (1 review)')
  expect(rated.text('main')).toContain('1 rental')

  // Without a script the saved photo is sent along.
  const form = await site.get(HERE, { as: closet })
  expect(form.$('textarea[name=about]').textContent).toContain('tall people')
  await site.submit(form, 'main form', { remove_photo: 'on', about: 'Only gowns.' }, { as: closet })
  const shopper = await make.shopper()
  const after = await site.get(at, { as: shopper })
  expect(after.text('main')).toContain('Only gowns.')
  expect(after.$$('main h1 + img')).toEqual([])
})

test('what is wrong is said beside its field, and nothing is lost', async () => {
  const closet = await make.closet()
  const post = (fields: Readonly<Record<string, string>>) => site.post(HERE, fields, { as: closet })
  const reserved = await post({ ...own, shop_name: 'Hemline' })
  expect(reserved.status).toBe(400)
  expect(reserved.text('textarea[name=about]')).toContain('Gowns for tall people.')
  const long = await post({ ...own, about: 'x'.repeat(1001) })
  expect([long.status, long.has('[aria-invalid=true]')]).toEqual([400, true])
  await post({ ...own, seen: '' })
  const second = await post({ shop_name: 'Other', about: '', seen: 'an older version' })
  expect(second.status).toBe(409)
  expect(second.text('main')).toContain('You saved this page in another tab')
  expect(second.text('main')).toContain('Theirs: The Rail')
  expect(second.$('input[name=shop_name]').getAttribute('value')).toBe('Other')
})

test('an admin removes what a page says, with a reason; nobody else can', async () => {
  const closet = await make.closet({ full_name: 'Nora Quist' })
  const at = `/closets/${closet.id}`
  await site.post(HERE, own, { as: closet })
  const admin = await make.admin()
  for (const as of [null, await make.shopper(), closet])
    expect((await site.post(at, { reason: 'No.' }, { as })).status).not.toBe(302)
  expect((await site.get(at, { as: closet })).text('h1')).toBe('The Rail')
  expect((await site.get(at, { as: closet })).has('a[href$="?clear"]')).toBe(false)
  const page = await site.get(at, { as: admin })
  const question = await site.get(page.$('a[href$="?clear"]').getAttribute('href') ?? '', {
    as: admin,
  })
  const missing = await site.submit(question, 'dialog form', { reason: '' }, { as: admin })
  expect(missing.text('main')).toContain('Please give a reason.')
  const removed = await site.submit(question, 'dialog form', { reason: 'A brand.' }, { as: admin })
  expect(removed.location).toBe(at)
  expect((await site.get(at, { as: admin })).text('h1')).toBe('Nora Quist')
  const again = await site.post(at, { reason: 'A brand.' }, { as: admin })
  expect([again.status, again.location]).toEqual([302, at])
})

test('the steps to start with are listed until all are done', async () => {
  const closet = await make.closet({ phone: null, driving_distance: null, notice_days: 0 })
  const read = async () => {
    const page = await site.get('/business', { as: closet })
    return page.has('#start') ? page.text('section[aria-labelledby=start]') : null
  }
  expect(await read()).toContain('0 of 5 done')
  expect(await read()).toContain('You have 0 so far.')
  await site.post(HERE, own, { as: closet })
  for (let n = 0; n < 5; n += 1) await make.item({ closet })
  const profile = { full_name: closet.fullName, phone: '2125550100', city: 'Austin', state: 'TX' }
  const lends = {
    instagram_handle: '',
    zip: '',
    driving_distance: '5 miles',
    notice_days: '0',
    ways: 'yes',
    delivers: 'on',
  }
  await site.post('/business', { intent: 'profile', ...profile, ...lends }, { as: closet })
  expect(await read()).toContain('4 of 5 done')
  const at = site.clock.now()
  await db
    .insertInto('payout_accounts')
    .values({
      ...{ owner_id: closet.id, stripe_account_id: 'acct_start', state: 'ready' },
      ...{ created_at: at, updated_at: at },
    })
    .execute()
  expect(await read()).toBeNull()
  await updateRows(db, 'payout_accounts', { owner_id: closet.id }, { state: 'gone' })
  expect(await read()).toContain('4 of 5 done')
})
