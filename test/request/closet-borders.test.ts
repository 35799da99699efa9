import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { addressesIn, readSiteMap } from '#test/site-map.ts'

const site = await testSite()
const { make, db } = site

/** Every form action on the pages of closets. */
const ofRentals = [
  'accept',
  'cancel',
  'deliver',
  'fail',
  'late',
  'return',
  'approve',
  'keep',
  'deny',
]
const ofOthers = ['save', 'free', 'block', 'pause', 'profile', 'delete']

/** Another closet's rows, of every noun that closets work with. */
async function foreignRows() {
  const owner = await make.closet()
  const renter = await make.readyShopper()
  const image = await make.image({ owner_id: owner.id, attached_at: null })
  const handover = await make.image({ owner_id: owner.id, attached_at: null, use: 'handover' })
  const item = await make.item({ closet: owner })
  const pending = await make.rental({ item, renter })
  await insertRows(db, 'rental_availability', { item_id: item.id, blocked_date: '2027-01-01' })
  const out = await make.rental({ item: await make.item({ closet: owner }), status: 'delivered' })
  const idle = await make.item({ closet: owner, approval_status: 'denied' })
  return [owner, image, handover, item, idle, pending, out].map(({ id }) => id)
}

/** Forms with a foreign id in every id field, otherwise valid. */
function formsWithIds(ids: readonly string[]) {
  const [owner_id = '', image = '', handover = '', item = '', idle = '', pending = '', out = ''] =
    ids
  return [
    { item, rental: pending, id: item, image_id: image, photos: handover },
    { item: idle, rental: out, id: pending, image_id: handover, photos: image },
  ].map((named) => ({ ...named, ...wanted, owner_id, business_id: owner_id }))
}

const wanted = {
  ...{ title: 'Taken over', size: 'M', style: 'Formal', event_type: 'Wedding' },
  ...{ credits_per_week: '7', start: '2027-01-01', end: '2027-01-02', keep: '1.00' },
  ...{ note: 'Mine now', full_name: 'Intruder' },
}

/** All rows that contain one of these ids, as text. */
async function rowsContaining(ids: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('auth_sessions', 'rate_limits', 'listed_count_deltas')
    order by 1`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ line: string }>`
      select to_jsonb(t)::text as line from ${sql.table(name)} t order by 1`.execute(db)
    found.push(
      ...rows
        .map(({ line }) => `${name} ${line}`)
        .filter((line) => ids.some((id) => line.includes(id))),
    )
  }
  return found
}

const places = addressesIn(readSiteMap(inject('buildDirectory'))).filter(({ within }) =>
  ['routes/business/layout', 'routes/payouts/layout'].some((layout) => within.includes(layout)),
)

test('the tested addresses include some with and some without an id', () => {
  expect(places.some(({ path }) => path.includes(':'))).toBe(true)
  expect(places.some(({ path, hasAction }) => hasAction && !path.includes(':'))).toBe(true)
})

test.for(places)('$path: a closet sees and changes nothing of another closet', async ({
  path,
  hasAction,
}) => {
  const ids = await foreignRows()
  const before = await rowsContaining(ids)
  expect(before.length).toBeGreaterThan(6)
  const intruder = await make.closet()
  const intents = [
    ...(path.includes('/items') ? [] : ofRentals),
    ...(path.includes('/rentals/') ? [] : ofOthers),
  ]
  const named = path.includes(':')
  for (const address of named ? ids.map((id) => path.replaceAll(/:\w+/g, id)) : [path]) {
    const page = await site.get(address, { as: intruder })
    expect(page.status, address).toBe(named ? 404 : 200)
    for (const id of ids) if (!address.includes(id)) expect(page.html).not.toContain(id)
    if (!hasAction) continue
    const forms = formsWithIds(ids).slice(0, named ? 1 : 2)
    for (const intent of intents)
      for (const naming of forms) {
        const form = { intent, ...naming }
        // With the closet's own photo, the form is valid except for the id.
        if (intent === 'save')
          form.image_id = (await make.image({ owner_id: intruder.id, attached_at: null })).id
        const answer = await site.post(`${address}.data`, form, { as: intruder })
        expect(answer.status, `${address} ${intent}`).toBeLessThan(500)
      }
  }
  const after = await rowsContaining(ids)
  expect(after).toEqual(before)
})

test('unknown ids and other people’s ids get the same response', async () => {
  const intruder = await make.closet()
  const [, , , item] = await foreignRows()
  const foreign = await site.get(`/business/items/${item}`, { as: intruder })
  const unknown = await site.get(`/business/items/${newId()}`, { as: intruder })
  expect([foreign.status, foreign.text('main')]).toEqual([unknown.status, unknown.text('main')])
})
