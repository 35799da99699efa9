import { beforeEach, expect, test } from 'vitest'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { testSite } from '#test/app.ts'
import { readRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db } = site

let owner: ClosetOwner
beforeEach(async () => {
  owner = await make.closet()
})

async function send(csv: string, photos: readonly string[] = []): Promise<string> {
  const form = new FormData()
  form.append('listings', new File([csv], 'products.csv'))
  for (const name of photos)
    form.append('photos', new File([new Uint8Array(flatPng(300, 600))], name))
  const sent = await site.post('/business/imports', form, { as: owner })
  expect(sent.status).toBe(302)
  return sent.location ?? ''
}

const FORM = 'form:has([value=map])'
const DEFAULTS = { 'default-style': 'Formal', 'default-occasion': 'Wedding' }

const items = () =>
  db
    .selectFrom('clothing_items')
    .selectAll()
    .where('business_id', '=', owner.id)
    .orderBy('sku')
    .execute()

const SHOPIFY = `Handle,Title,Body (HTML),Vendor,Type,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Variant Compare At Price,Image Src
long-gown,Long gown,"<p>Silk,<br>lined.</p>",Ardelle,Gowns,Size,Small,Color,Navy,G-S,5.00,280.00,https://shop.example/1.jpg
long-gown,,,,,,EU 40,,Navy,G-M,$5.50,280.00,
long-gown,,,,,,,,,,,,https://shop.example/2.jpg
`

test('without a script an export of Shopify is imported with one step for its columns', async () => {
  const address = await send(SHOPIFY, ['G-S.png', 'x.png'])
  const page = await site.get(address, { as: owner })
  expect(page.text('main')).toContain('Your file has 2 items. 1 more row contains only')
  expect(page.text('main')).toContain('Ardelle')
  const price = page
    .$(FORM)
    .querySelectorAll('select')
    .find((select) => select.querySelector('[selected]')?.getAttribute('value') === 'unclear')
  const priceField = price?.getAttribute('name') ?? ''
  const wrong = await site.submit(page, FORM, DEFAULTS, { as: owner })
  expect(wrong.status).toBe(400)
  expect(wrong.text(FORM)).toContain('Please choose what “Variant Price” means')
  expect(wrong.$(`${FORM} [name=default-style] [selected]`).getAttribute('value')).toBe('Formal')
  const right = await site.submit(wrong, FORM, { [priceField]: 'dollars_a_day' }, { as: owner })
  expect(right.location).toBe(address)
  await site.drainJobs()
  const checked = await site.get(`${address}?show=all`, { as: owner })
  expect(checked.text('main')).toContain('2 new, 0 changed')
  expect(checked.text('main')).toContain('Vendor, for example “Ardelle”')
  expect(checked.text('table tbody')).toContain('“5.00 a day” in the file is 35 credits a week.')
  expect(checked.text('table tbody')).toContain('39 is rounded up to a multiple of 7.')
  expect(checked.text('table tbody')).toContain('“EU 40” is read as M.')
  await site.submit(checked, 'form:has([value=import])', {}, { as: owner })
  await site.drainJobs()
  expect(await items()).toMatchObject([
    {
      sku: 'G-M',
      title: 'Long gown',
      size: 'M',
      description: 'Silk,\nlined.',
      category: 'Gown',
      colour: 'Blue',
      credits_per_day: 6,
      replacement_value_cents: 28_000,
      style: 'Formal',
      event_type: 'Wedding',
      image_id: null,
    },
    { sku: 'G-S', size: 'S', credits_per_day: 5, image_id: expect.any(String) },
  ])
  const photos = await readRows(
    db,
    'listing_import_photos',
    ['file_name', 'problem'],
    { owner_id: owner.id },
    'file_name',
  )
  expect(photos).toEqual([
    { file_name: 'G-S.png', problem: null },
    { file_name: 'x.png', problem: 'no-row' },
  ])
})

const OWN = 'Item,Dress size,Notes\nSilk gown,8,hemmed\nSilk gown,M,\n'

test('choices are checked, and SKUs are made of titles and sizes', async () => {
  const address = await send(OWN)
  const page = await site.get(address, { as: owner })
  const wrong = await site.submit(
    page,
    FORM,
    { 'column-1': 'description', 'column-2': 'description', 'default-price': 'free' },
    { as: owner },
  )
  expect(wrong.status).toBe(400)
  expect(wrong.text(FORM)).toContain('Please choose which column is the title of the item.')
  expect(wrong.text(FORM)).toContain('“Description” is already chosen for “Dress size”.')
  expect(wrong.text(FORM)).toContain('“free” is not a whole number from 0 to 7,000.')
  const right = {
    ...{ 'column-0': 'title', 'column-1': 'size', 'column-2': 'nonsense' },
    ...{ ...DEFAULTS, 'default-price': '28' },
  }
  await site.submit(wrong, FORM, right, { as: owner })
  await site.drainJobs()
  const checked = await site.get(address, { as: owner })
  expect(checked.text('main')).toContain('2 new, 0 changed')
  expect(checked.text('main')).toContain('Notes, for example “hemmed”')
  // The page was open in another tab too.
  expect((await site.submit(page, FORM, right, { as: owner })).status).toBe(302)
  expect((await site.get(address, { as: owner })).text('main')).toContain('2 new, 0 changed')
  await site.submit(checked, 'form:has([value=import])', {}, { as: owner })
  await site.drainJobs()
  expect((await items()).map(({ sku, size }) => [sku, size])).toEqual([
    ['silk-gown-8', 'M'],
    ['silk-gown-m', 'M'],
  ])
})

test('what no row says is asked for once, unless the file adds nothing', async () => {
  const address = await send('SKU,Name,Note\nA-1,Gown,x\nA-2,Top,\n')
  const page = await site.get(address, { as: owner })
  const wrong = await site.submit(page, FORM, { 'default-size': 'M' }, { as: owner })
  expect(wrong.status).toBe(400)
  expect(wrong.text(FORM)).toContain('Your file does not say it. Please choose a style, or')
  expect(wrong.text(FORM)).toContain('Please choose a price, or')
  expect(wrong.text(FORM)).not.toContain('Please choose a size')
  await make.item({ closet: owner, sku: 'A-1' })
  await make.item({ closet: owner, sku: 'A-2' })
  await site.submit(wrong, FORM, {}, { as: owner })
  await site.drainJobs()
  expect((await site.get(address, { as: owner })).text('main')).toContain('0 new, 2 changed')
})

test('a refused row offers the choices of its column, and keeps what the file has', async () => {
  const address = await send('SKU,Name,Size,Fabric,Price per day\nA-1,Gown,3XL,Fur,5\n')
  const page = await site.get(address, { as: owner })
  await site.submit(page, FORM, { 'column-3': 'fabric', ...DEFAULTS }, { as: owner })
  await site.drainJobs()
  const row = 'form:has([value=correct])'
  const checked = await site.get(address, { as: owner })
  const options = checked.$(`${row} [name=size]`).querySelectorAll('option')
  expect(options.map((option) => option.text)).toEqual([
    ...['“3XL”', 'XS', 'S', 'M', 'L', 'XL', 'XXL'],
  ])
  expect(checked.text(`${row} [name=fabric]`)).toMatch(/^“Fur”\s*None\s*Cotton/)
  await site.submit(checked, row, { size: 'XXL' }, { as: owner })
  const still = await site.get(address, { as: owner })
  expect(still.text(row)).toContain('“Fur” is not a fabric.')
  await site.submit(still, row, { fabric: '' }, { as: owner })
  expect((await site.get(address, { as: owner })).text('main')).toContain('1 new, 0 changed')
})

test('what new items lack is not changed in items that the closet has', async () => {
  await make.item({ closet: owner, sku: 'A-1', creditsPerDay: 4, style: 'Vintage' })
  const address = await send('SKU,Name,Note\nA-1,Other title,x\nA-2,New one,\n')
  const page = await site.get(address, { as: owner })
  const all = { ...DEFAULTS, 'default-size': 'S', 'default-price': '70' }
  await site.submit(page, FORM, all, { as: owner })
  await site.drainJobs()
  const checked = await site.get(address, { as: owner })
  await site.submit(checked, 'form:has([value=import])', {}, { as: owner })
  await site.drainJobs()
  expect(await items()).toMatchObject([
    { sku: 'A-1', title: 'Other title', style: 'Vintage', credits_per_day: 4 },
    { sku: 'A-2', style: 'Formal', size: 'S', credits_per_day: 10 },
  ])
})

test('a file whose columns were not chosen can be discarded with its photos', async () => {
  const address = await send(OWN, ['a.png'])
  const page = await site.get(address, { as: owner })
  await site.submit(page, 'form:has([value=discard])', {}, { as: owner })
  const photos = await readRows(db, 'listing_import_photos', ['import_id', 'file_name'], {
    owner_id: owner.id,
  })
  expect(photos).toEqual([{ import_id: null, file_name: '' }])
  const chosen = await site.submit(page, FORM, { 'column-0': 'title', ...DEFAULTS }, { as: owner })
  expect(chosen.status).toBe(302)
  expect((await site.get(address, { as: owner })).text('main')).toContain('Discarded')
})

test('chosen columns can be changed, and everything is read from the file again', async () => {
  const address = await send('Item,Fit,Price per day\nSilk gown,M/L,5\nTop,Huge,3\n')
  const page = await site.get(address, { as: owner })
  const first = { ...DEFAULTS, 'default-size': 'S', 'column-0': 'title' }
  await site.submit(page, FORM, first, { as: owner })
  await site.drainJobs()
  const checked = await site.get(`${address}?show=all`, { as: owner })
  expect(checked.text('table tbody')).toContain('“5 a day” in the file is 35 credits a week.')
  const again = await site.submit(checked, 'form:has([value=columns])', {}, { as: owner })
  expect(again.location).toBe(address)
  const columns = await site.get(address, { as: owner })
  expect(columns.text(FORM)).toContain(
    'Rows that you have corrected are read from your file again.',
  )
  const chosen = (name: string) =>
    columns.$(`${FORM} [name=${name}] [selected]`).getAttribute('value')
  expect([chosen('column-0'), chosen('column-2')]).toEqual(['title', 'dollars_a_day'])
  expect([chosen('default-size'), chosen('default-style')]).toEqual(['S', 'Formal'])
  // The other page still offers the import.
  await site.submit(checked, 'form:has([value=import])', {}, { as: owner })
  expect(await items()).toEqual([])
  await site.submit(columns, FORM, { 'column-1': 'size', 'default-size': '' }, { as: owner })
  await site.drainJobs()
  const second = await site.get(`${address}?show=all`, { as: owner })
  expect(second.text('main')).toContain('1 new, 0 changed, 1 refused')
  expect(second.text('table tbody')).toContain('and the description says “Size: M/L”.')
  await site.submit(second, 'form:has([value=import])', {}, { as: owner })
  await site.drainJobs()
  expect(await items()).toMatchObject([
    { sku: 'silk-gown-m-l', title: 'Silk gown', size: 'M', description: 'Size: M/L' },
  ])
  const late = await site.submit(second, 'form:has([value=columns])', {}, { as: owner })
  expect(late.status).toBe(302)
  expect((await site.get(address, { as: owner })).text('main')).toContain('Imported')
})

test('columns stay in an import with photos, and in one of another closet', async () => {
  const address = await send('SKU,Item,Size,Daily rate\nA-1,Gown,M,5\n', ['A-1.png'])
  const page = await site.get(address, { as: owner })
  await site.submit(page, FORM, { 'column-1': 'title', ...DEFAULTS }, { as: owner })
  await site.drainJobs()
  const checked = await site.get(address, { as: owner })
  expect(checked.text('main')).not.toContain('Change columns')
  expect((await site.post(address, { intent: 'columns' }, { as: owner })).status).toBe(302)
  expect((await site.get(address, { as: owner })).text('main')).not.toContain(
    'Columns of your file',
  )
  const other = await make.closet()
  expect((await site.post(address, { intent: 'columns' }, { as: other })).status).toBe(404)
})

test('another closet cannot choose the columns of a file', async () => {
  const address = await send(OWN)
  const other = await make.closet()
  const fields = { intent: 'map', 'column-0': 'title' }
  expect((await site.post(address, fields, { as: other })).status).toBe(404)
})
