import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { type Limit, limitsFreeIfFailed } from '#app/request/limits.ts'
import type { ImageUse } from '#db/enums.ts'
import type { DB } from '#db/types.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { testSite } from '#test/app.ts'
import { overSockets, type Sending } from '#test/disconnecting.ts'
import { insertRows, readRow } from '#test/postgres/rows.ts'

const log: string[] = []
const site = await testSite({ log })
const { make, db, clock } = site

/** Milliseconds after which the client leaves. */
const DELAYS = [0, 1, 3, 10, 30, 100, 1000]

const today = calendarDateIn('America/New_York', clock.now())
const png = () => new File([new Uint8Array(flatPng(400, 800))], 'a.png', { type: 'image/png' })

function formOf(fields: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

/** How many rows there are now. */
const counting = (table: keyof DB) => async () => {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int n from ${sql.table(table)}`.execute(db)
  return rows[0]?.n ?? 0
}

type Scenario = {
  /** What the limit counts; null when a request leaves nothing behind. */
  readonly rows: (() => Promise<number>) | null
  /** A request for each delay. */
  readonly requests: () => Promise<readonly Sending[]>
}

/** A request for each delay, made in turn: the second rental of a person finds their deposit. */
const forEachDelay = (make: (n: number) => Promise<Sending>) => async () => {
  const sendings: Sending[] = []
  for (const n of DELAYS.keys()) sendings.push(await make(n))
  return sendings
}

const asking = (emailVerified: boolean): Scenario => ({
  rows: counting('conversations'),
  requests: async () => {
    const as = await make.shopper({ email_verified: emailVerified })
    return forEachDelay(async () => {
      const item = await make.item()
      return { path: `/messages?item=${item.id}`, as, form: { body: 'Is it lined?' } }
    })()
  },
})

const upload = (use: ImageUse) => async () => {
  const as = await make.shopper()
  return DELAYS.map(() => ({ path: '/uploads', as, form: formOf({ use, file: png() }) }))
}

const endpointForm = { url: 'https://closet.example/hook', event: 'rental.requested' }

const scenarios: Readonly<Partial<Record<Limit, Scenario>>> = {
  feedback: {
    rows: counting('feedback'),
    requests: async () =>
      DELAYS.map(() => ({
        path: '/feedback',
        form: { name: 'Ada', email: 'ada@example.org', message: 'A lovely coat.' },
      })),
  },
  upload: { rows: counting('images'), requests: upload('message') },
  'cancel-rental': {
    rows: async () => {
      const canceled = db.selectFrom('rentals').select('id').where('status', '=', 'cancelled')
      return (await canceled.execute()).length
    },
    requests: async () => {
      const as = await make.shopper()
      return forEachDelay(async () => {
        const item = await make.item({ creditsPerDay: 0 })
        const start = addDays(today, 20)
        const createdAt = clock.now()
        const { id } = await make.rental({ item, renter: as, start, createdAt })
        return { path: '/my-rentals', as, form: { rental: id } }
      })()
    },
  },
  'join-waitlist': {
    rows: counting('waitlist_entries'),
    requests: async () => {
      const item = await make.item({ creditsPerDay: 0 })
      const renter = await make.shopper()
      const dates = { start: addDays(today, 20), end: addDays(today, 22) }
      await make.rental({ item, renter, start: dates.start, createdAt: clock.now() })
      const form = { ...dates, intent: 'join-waitlist' }
      return forEachDelay(async () => ({
        path: `/item/${item.id}`,
        as: await make.readyShopper(),
        form,
      }))()
    },
  },
  board: {
    rows: counting('boards'),
    requests: async () => {
      const form = { name: 'A wedding', start: addDays(today, 20), end: addDays(today, 22) }
      return DELAYS.map(() => ({ path: '/boards', form: { ...form, first_name: 'Ada' } }))
    },
  },
  block: {
    rows: counting('blocks'),
    requests: async () => {
      const item = await make.item()
      const lister = await readRow(db, 'clothing_items', 'business_id', item.id)
      return forEachDelay(async () => {
        const as = await make.shopper()
        const { id } = await make.conversation({
          item,
          shopper: as,
          closet: await make.closet(),
          words: ['Hello'],
          now: clock.now(),
        })
        expect(id).toBeTruthy()
        return { path: `/block?id=${lister.business_id}`, as, form: {} }
      })()
    },
  },
  'support request': {
    rows: counting('support_requests'),
    requests: forEachDelay(async () => ({
      path: '/help/requests/new?kind=other',
      as: await make.shopper(),
      form: formOf({ words: 'The hem is torn.', form_key: newId() }),
    })),
  },
  report: {
    rows: counting('reports'),
    requests: async () => {
      const as = await make.shopper()
      return forEachDelay(async () => {
        const { id } = await make.item()
        const form = { reason: 'offensive', words: 'Please look at this.' }
        return { path: `/report?noun=item&id=${id}`, as, form }
      })()
    },
  },
  checkout: {
    rows: counting('checkout_orders'),
    requests: async () => {
      const as = await make.shopper()
      return DELAYS.map(() => ({ path: '/credits', as, form: { product: 'one_time' } }))
    },
  },
  message: {
    rows: counting('messages'),
    requests: async () => {
      const [closet, as] = [await make.closet(), await make.shopper()]
      const item = await make.item({ closet })
      const words = ['Hello']
      const { id } = await make.conversation({ item, shopper: as, closet, words, now: clock.now() })
      return DELAYS.map((_, n) => ({
        path: `/messages/${id}`,
        as,
        form: { body: `Message ${n}`, form_key: newId() },
      }))
    },
  },
  conversation: asking(true),
  'conversation before verification': asking(false),
  like: {
    rows: counting('likes'),
    requests: async () => {
      const as = await make.shopper()
      return forEachDelay(async () => {
        const { id } = await make.item()
        return { path: '/likes', as, form: { item: id, liked: 'yes' } }
      })()
    },
  },
  application: {
    rows: counting('business_applications'),
    requests: async () => {
      const { id: city } = await make.city()
      return forEachDelay(async () => ({
        path: '/business-apply',
        as: await make.shopper(),
        form: formOf({
          full_name: 'Nora Quist',
          city,
          state: 'NY',
          instagram: '@noras.rail',
          outfit_images: png(),
          driving_distance: '15 miles',
          meeting_flexibility: 'Evenings, near the station.',
          contact_phone: '512 555 0100',
        }),
      }))()
    },
  },
  'import listings': {
    rows: counting('listing_imports'),
    requests: forEachDelay(async (n) => ({
      path: '/business/imports',
      as: await make.closet(),
      form: formOf({
        listings: new File([`sku,title\nA-${n},Gown`], 'spring.csv'),
        photos: new File([await png().arrayBuffer()], `A-${n}.png`),
      }),
    })),
  },
  'send-webhook': {
    rows: counting('webhook_deliveries'),
    requests: async () => {
      const as = await make.closet()
      const id = newId()
      await insertRows(db, 'webhook_endpoints', {
        ...{ id, owner_id: as.id, place: 1, url: endpointForm.url, secret: 'gcm.' },
        ...{ events: ['rental.requested'], created_at: clock.now() },
      })
      return DELAYS.map(() => ({ path: `/business/webhooks/${id}`, as, form: { intent: 'test' } }))
    },
  },
  'add-webhook': {
    rows: counting('webhook_endpoints'),
    requests: forEachDelay(async (n) => ({
      path: '/business/webhooks',
      as: await make.closet(),
      form: { ...endpointForm, url: `${endpointForm.url}/${n}` },
    })),
  },
  export: {
    rows: null,
    requests: async () => {
      const as = await make.admin()
      return DELAYS.map(() => ({ path: '/admin/export/people', as }))
    },
  },
}

async function pointsOf(limit: Limit): Promise<number> {
  const { rows } = await sql<{ points: number }>`select coalesce(sum(points), 0)::int points
    from rate_limits where split_part(key, ':', 1) in (${limit}, ${`${limit} on loopback`})`.execute(
    db,
  )
  return rows[0]?.points ?? 0
}

test('every limit that failures do not count towards has a scenario', () => {
  expect(Object.keys(scenarios).toSorted()).toEqual(limitsFreeIfFailed.toSorted())
})

test.for(
  Object.entries(scenarios) as [Limit, Scenario][],
)('what a client that leaves has done counts towards the limit: %s', async ([limit, scenario]) => {
  const { rows, requests } = scenario
  const { sendAndLeave, close } = await overSockets(site)
  const sendings = await requests()
  const before = { rows: (await rows?.()) ?? 0, points: await pointsOf(limit) }
  for (const [n, sending] of sendings.entries()) await sendAndLeave(sending, DELAYS[n] ?? 0)
  await close()
  const points = (await pointsOf(limit)) - before.points
  const done = rows ? (await rows()) - before.rows : 1
  expect(done).toBeGreaterThan(0)
  expect(points).toBeGreaterThanOrEqual(done)
})

test.for([
  ['upload', '/uploads'],
  ['import listings', '/business/imports'],
] as const)('a client that leaves during its %s is not logged as an error', async ([
  limit,
  path,
]) => {
  const { begin, close } = await overSockets(site)
  const as = await make.closet()
  const before = await pointsOf(limit)
  log.length = 0
  const { sent, body } = await begin({ path, as, form: formOf({ use: 'message', file: png() }) })
  const gone = new Promise((resolve) => sent.on('close', resolve))
  // The last byte never arrives, and the route is reading.
  sent.write(body?.subarray(0, -1))
  await vi.waitFor(async () => expect(await pointsOf(limit)).toBe(before + 1))
  sent.destroy()
  await gone
  await close()
  expect(log.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  expect(await pointsOf(limit)).toBe(before + 1)
})
