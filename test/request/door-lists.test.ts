import { expect, test } from 'vitest'
import { itemChoices } from '#domain/catalogue/items/fields/item-fields.ts'
import { writeCursor } from '#domain/catalogue/search/search-query.ts'
import { parametersRead } from '#test/read-parameters.ts'
import { populatedSite } from '#test/worlds/populated.ts'

const log: string[] = []
const { site, places, forms } = await populatedSite({ log })
const brand = await site.make.brand()
const legalPages = await site.db.selectFrom('legal_pages').select(['page', 'version']).execute()

test('large files are accepted only for forms with image uploads', async () => {
  const actions = places.filter(({ hasAction }) => hasAction)
  // Larger than the limits for forms without images and for webhooks.
  const head = 'Content-Disposition: form-data; name="image"; filename="a.png"'
  const body = `--b\r\n${head}\r\n\r\n${'x'.repeat(600 * 1024)}\r\n--b--\r\n`
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
  const passed: string[] = []
  for (const { path, at } of actions) {
    log.splice(0)
    await site.stranger().post(at, {}, { body, headers })
    if (!log.some((line) => JSON.parse(line).event === 'body-refused')) passed.push(path)
  }
  const takesFile = (path: string) => {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
    return forms.some((form) => form.hasFile && pattern.test(form.path.split('?')[0] ?? ''))
  }
  expect(passed).toEqual(actions.map(({ path }) => path).filter(takesFile))
  expect(passed.length).toBeGreaterThan(5)
})

/** Adds a query that no page reads, so that no cached page answers. */
const namesReadAt = (path: string) => parametersRead(() => site.stranger().get(`${path}?unread=x`))

/**
 * Parameters that are read but whose pages are not shared: the previous page, the check that
 * cookies work, the board that led to an item, parameters for admins, and searches that need a size profile.
 */
const notShared: Readonly<Record<string, readonly string[]>> = {
  '/': ['edit'],
  '/auth': ['return_to', 'signed_in'],
  '/auth/forgot': ['return_to'],
  '/item/:id': ['board'],
  '/search': ['fit', 'reach'],
  '/zip': ['return_to'],
}

/** Valid values, where 'x' would lead to a redirect or a missing page. */
const searched: Readonly<Record<string, string>> = {
  size: 'M',
  style: 'Formal',
  occasion: 'Wedding',
  ...Object.fromEntries(itemChoices.map(({ filter, values }) => [filter, values[0]])),
  brand: brand.id,
  city: 'Brooklyn, NY',
  // In quotation marks words are taken as typed.
  q: '"x"',
  min_price: '7',
  max_price: '14',
  not: 'size:S',
  near: 'Boston, MA',
  within: '10',
  instant: 'me',
  start: '2027-06-12',
  end: '2027-06-12',
  sort: 'price',
  after: writeCursor({
    ...{ order: 'newest', key: '', at: '2026-01-01T00:00:00Z', id: brand.id },
    ...{ skipped: 24, total: 25 },
  }),
}

/** What a parameter needs beside it. */
const beside: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  within: { near: 'Boston, MA' },
}

test('a visitor’s page is shared only for the query parameters that it reads', async () => {
  const isShared = async (address: string) => {
    const { status, response } = await site.stranger().get(address)
    return status === 200 && /s-maxage/.test(response.headers.get('cache-control') ?? '')
  }
  const pages = new Map<string, { at: string; read: Set<string> }>()
  for (const { path, at, isPage } of places)
    if (isPage && (await isShared(at))) pages.set(path, { at, read: await namesReadAt(at) })
  expect(pages.size).toBeGreaterThan(12)
  const names = new Set([...pages.values()].flatMap(({ read }) => [...read]))
  const wanted: Record<string, string[]> = {}
  const shared: Record<string, string[]> = {}
  let turn = 0
  for (const [path, { at, read }] of pages) {
    // Checks only a third of the parameters of other pages, because all pages share one list.
    const checked = [...names].filter((name) => read.has(name) || turn++ % 3 === 0)
    wanted[path] = checked.filter((name) => read.has(name) && !notShared[path]?.includes(name))
    shared[path] = []
    const legal = legalPages.find(({ page }) => path === `/${page}`)
    const samples = path === '/search' ? searched : { version: String(legal?.version) }
    const sampleOf = (name: string) => new Map(Object.entries(samples)).get(name) ?? 'x'
    for (const name of checked) {
      const query = new URLSearchParams({ ...beside[name], [name]: sampleOf(name) })
      if (await isShared(`${at}?${query}`)) shared[path].push(name)
    }
  }
  expect(shared).toEqual(wanted)
})
