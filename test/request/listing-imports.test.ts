import { buffer } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { testSite } from '#test/app.ts'
import { itemForm } from '#test/make/item-form.ts'
import { readRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db } = site

let owner: ClosetOwner
beforeEach(async () => {
  owner = await make.closet()
})

const TITLES = 'sku,title,size,style,occasion,price'
const line = (sku: string, price = '28') => `${sku},Gown ${sku},M,Formal,Wedding,${price}`
const csvOf = (...lines: string[]) => [TITLES, ...lines].join('\n')
const png = (name: string, width = 300) =>
  new File([new Uint8Array(flatPng(width, 2 * width))], name)

async function zipOf(names: readonly string[]): Promise<File> {
  const zip = new ZipFile()
  for (const name of names) zip.addBuffer(Buffer.from(flatPng(300, 600)), name)
  zip.end()
  return new File([new Uint8Array(await buffer(zip.outputStream))], 'photos.zip')
}

function formOf(csv: string | Uint8Array<ArrayBuffer>, photos: readonly File[] = []): FormData {
  const form = new FormData()
  form.append('listings', new File([csv], 'spring.csv'))
  for (const file of photos) form.append('photos', file)
  return form
}

async function send(csv: string, photos: readonly File[] = [], as = owner): Promise<string> {
  const sent = await site.post('/business/imports', formOf(csv, photos), { as })
  expect(sent.status).toBe(302)
  return sent.location ?? ''
}

const items = () =>
  db
    .selectFrom('clothing_items')
    .selectAll()
    .where('business_id', '=', owner.id)
    .orderBy('sku')
    .execute()

test('without a script a closet uploads a file, sees its changes and imports it', async () => {
  const form = await site.get('/business/imports', { as: owner })
  expect(form.$('form [name=listings]').getAttribute('type')).toBe('file')
  const address = await send(csvOf(line('A-1'), line('A-2'), line('A-3', 'x')), [png('A-1.png')])
  const checking = await site.get(address, { as: owner })
  expect(checking.response.headers.get('Refresh')).toBeNull()
  expect(checking.html).toMatch(/<noscript><meta http-equiv="refresh" content="5"/i)
  expect(checking.text('main')).toContain('We are checking your file.')
  await site.drainJobs()
  const checked = await site.get(address, { as: owner })
  expect(checked.html).not.toMatch(/http-equiv="refresh"/i)
  expect(checked.text('main')).toContain('2 new, 0 changed, 1 refused')
  expect(checked.text('table tbody')).toContain(
    'The file has “x”. Please enter a whole number from 0 to 7,000.',
  )
  expect(await items()).toEqual([])
  const imported = await site.submit(checked, 'form:has([value=import])', {}, { as: owner })
  expect(imported.location).toBe(address)
  await site.drainJobs()
  const done = await site.get(`${address}?show=all`, { as: owner })
  expect(done.text('main')).toContain('2 new, 0 changed, 1 refused')
  expect(done.text('main')).toContain('1 item needs a photo')
  expect((await items()).map(({ sku, image_id }) => [sku, image_id !== null])).toEqual([
    ['A-1', true],
    ['A-2', false],
  ])
  const list = await site.get('/business/imports', { as: owner })
  expect(list.text('main')).toContain('spring.csv')
})

test('a refused row is corrected on the page, which keeps what was typed', async () => {
  const address = await send(csvOf(line('A-1', 'x')))
  await site.drainJobs()
  const form = 'form:has([value=correct])'
  const first = await site.get(address, { as: owner })
  expect(first.$(`${form} [name=price]`).getAttribute('value')).toBe('x')
  const wrong = await site.submit(first, form, { price: 'free' }, { as: owner })
  const second = await site.get(wrong.location ?? '', { as: owner })
  expect(second.$(`${form} [name=price]`).getAttribute('value')).toBe('free')
  expect(second.text(form)).toContain('The file has “free”.')
  await site.submit(second, form, { price: '28' }, { as: owner })
  const done = await site.get(address, { as: owner })
  expect(done.text('main')).toContain('1 new, 0 changed')
  expect(done.html).not.toContain('value="correct"')
  // The page was open in another tab too.
  await site.submit(second, form, { price: '35' }, { as: owner })
  expect((await site.get(address, { as: owner })).text('table tbody')).toContain(
    '28 credits a week',
  )
  await site.submit(done, 'form:has([value=import])', {}, { as: owner })
  await site.drainJobs()
  expect(await items()).toMatchObject([{ sku: 'A-1', credits_per_day: 4 }])
})

test('the button shows how many rows it imports; pressing it twice imports them once', async () => {
  const address = await send(csvOf(line('A-1'), line('A-2')))
  await site.drainJobs()
  const checked = await site.get(address, { as: owner })
  expect(checked.text('form:has([value=import]) button')).toBe('Import 2')
  for (const _ of [1, 2]) await site.submit(checked, 'form:has([value=import])', {}, { as: owner })
  await site.drainJobs()
  expect(await items()).toHaveLength(2)
  await site.submit(checked, 'form:has([value=discard])', {}, { as: owner })
  expect((await site.get(address, { as: owner })).text('main')).toContain('Imported')
})

test('importing an exported closet adds and changes nothing', async () => {
  await send(csvOf(line('A-1'), line('A-2')), [await zipOf(['A-1.png', 'x/A-1-2.png', 'A-2.png'])])
  await site.drainJobs()
  const [one] = await readRows(db, 'listing_imports', 'id', { owner_id: owner.id })
  await site.post(`/business/imports/${one?.id}`, { intent: 'import' }, { as: owner })
  await site.drainJobs()
  await make.item({ closet: owner, title: '=1+1', description: 'Two\nlines; "quoted"' })
  const exported = await site.get('/business/listings.csv', { as: owner })
  expect(exported.response.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename="hemline-listings-/,
  )
  expect(exported.html).toContain("'=1+1")
  const address = await send(exported.html)
  await site.drainJobs()
  const checked = await site.get(address, { as: owner })
  expect(checked.text('main')).toContain('0 new, 0 changed, 3 unchanged')
  expect(checked.has('form:has([value=import])')).toBe(false)
})

test('refused rows are downloaded with reasons, corrected and uploaded again', async () => {
  const address = await send(csvOf(line('A-1'), line('A-2', 'x'), '=cmd,,M,Formal,Wedding,28'))
  await site.drainJobs()
  const file = await site.get(`${address}/refused.csv`, { as: owner })
  expect(file.html.split('\r\n')).toEqual([
    'sku,title,size,style,occasion,price,why',
    'A-2,Gown A-2,M,Formal,Wedding,x,"price: The file has “x”. Please enter a whole number from 0 to 7,000."',
    "'=cmd,,M,Formal,Wedding,28,title: Please enter a title.",
    '',
  ])
  await site.post(address, { intent: 'discard' }, { as: owner })
  const again = await send(file.html.replace('Wedding,x', 'Wedding,28'))
  await site.drainJobs()
  expect((await site.get(again, { as: owner })).text('main')).toContain(
    '1 new, 0 changed, 1 refused',
  )
})

test('an unreadable file is refused at its field and leaves nothing behind', async () => {
  const sentenceOf = async (form: FormData, field = 'listings') => {
    const answer = await site.post('/business/imports', form, { as: owner })
    expect(answer.status).toBe(400)
    const control = answer.$(`[name=${field}]`).getAttribute('aria-describedby')?.split(' ').at(-1)
    return answer.text(`[id="${control}"]`)
  }
  expect(await sentenceOf(formOf(csvOf(line('A-"1'))))).toBe(
    'Row 2 cannot be read. Please check its quotation marks.',
  )
  expect(await sentenceOf(formOf(new Uint8Array(5 * 1024 * 1024 + 1)))).toBe(
    'This file is larger than 5 MB.',
  )
  const many = csvOf(...Array.from({ length: 2001 }, (_, n) => line(`A-${n}`)))
  expect(await sentenceOf(formOf(many))).toBe('This file has more than 2,000 rows.')
  expect(await sentenceOf(new FormData())).toBe('Please choose a CSV file.')
  const broken = new File(['PK\u0003\u0004 and nothing'], 'a.zip')
  expect(await sentenceOf(formOf(csvOf(line('A-1')), [broken]), 'photos')).toBe(
    'This ZIP file is damaged and cannot be read.',
  )
  expect(
    await db.selectFrom('listing_imports').select('id').where('owner_id', '=', owner.id).execute(),
  ).toEqual([])
})

test('while a file is being checked, another one has to wait', async () => {
  await send(csvOf(line('A-1')))
  const second = await site.post('/business/imports', formOf(csvOf(line('A-2'))), { as: owner })
  expect(second.text('main')).toContain('Your last file is still being checked.')
  await site.drainJobs()
  await send(csvOf(line('A-2')))
  await site.drainJobs()
})

test('imports are not found by other closets or by people without a closet', async () => {
  const address = await send(csvOf(line('A-1', 'x'), line('A-2')))
  await site.drainJobs()
  const other = await make.closet()
  for (const path of [address, `${address}/refused.csv`, `/business/imports/${newId()}`]) {
    expect((await site.get(path, { as: other })).status).toBe(404)
    expect((await site.get(path, { as: await make.shopper() })).status).not.toBe(200)
  }
  for (const intent of ['import', 'discard'])
    expect((await site.post(address, { intent }, { as: other })).status).toBe(404)
  expect((await site.get('/business/imports', { as: other })).text('main')).not.toContain(
    'spring.csv',
  )
  const shopper = await make.shopper()
  const refused = await site.post('/business/imports', formOf(csvOf(line('A-9'))), { as: shopper })
  expect(refused.location ?? '').not.toMatch(/imports/)
  expect((await site.get('/business/listings.csv', { as: other })).html).not.toContain('A-2')
})

test('drafts are in no list of admins or shoppers, and ask their closet for a photo', async () => {
  const admin = await make.admin()
  const draft = await make.item({
    closet: owner,
    title: 'Draft without a photo',
    approval_status: 'pending',
    image_id: null,
  })
  for (const path of [
    '/admin/items',
    '/admin/items?status=all',
    '/styles',
    '/search?q=Draft+without',
    '/admin',
  ])
    expect((await site.get(path, { as: admin })).html).not.toContain(draft.title)
  expect((await site.get(`/item/${draft.id}`, { as: await make.shopper() })).status).toBe(404)
  expect((await site.get(`/item/${draft.id}`, { as: owner })).status).toBe(200)
  const own = await site.get('/business?show=needs-photo', { as: owner })
  expect(own.text('main li:has(h3)')).toContain('Needs a photo')
  const admins = await site.get(`/admin/items/${draft.id}`, { as: admin })
  expect([
    admins.text('main').includes('Needs a photo'),
    admins.has('form [value=approve]'),
  ]).toEqual([true, false])
  const edit = await site.get(`/business/items/${draft.id}`, { as: owner })
  expect(edit.text('main')).toContain('This item needs a photo.')
  const form = itemForm({ title: draft.title })
  const saved = await site.post(`/business/items/${draft.id}`, form, { as: owner })
  expect(saved.location).toBe('/business')
  expect((await site.get('/admin/items', { as: admin })).html).toContain(draft.title)
})

test('a SKU is unique within a closet', async () => {
  await make.item({ closet: owner, sku: 'A-1' })
  const twice = await site.post('/business/items/new', itemForm({ sku: 'A-1' }), { as: owner })
  expect(twice.status).toBe(400)
  expect(twice.text('main')).toContain('Another item of your closet has this SKU.')
  expect(
    (await site.post('/business/items/new', itemForm({ sku: 'A-2' }), { as: owner })).status,
  ).toBe(302)
  expect((await site.get('/business', { as: owner })).text('main')).toContain('A-2')
  const other = await make.closet()
  expect(
    (await site.post('/business/items/new', itemForm({ sku: 'A-1' }), { as: other })).status,
  ).toBe(302)
})
