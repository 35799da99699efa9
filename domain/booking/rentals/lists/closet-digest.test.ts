import { expect, test } from 'vitest'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { inTurn } from '#test/in-turn.ts'
import { requestedReturn } from '#test/make/requested-return.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRows, updateRows } from '#test/postgres/rows.ts'
import { mailDigests } from './closet-digest.ts'

const { db, pool, made } = await testDatabase()
const timeZone = 'America/New_York'
const origin = 'https://shop.example'
const at = (instant: string) => {
  const now = new Date(instant)
  return { now, today: calendarDateIn(timeZone, now), origin, timeZone }
}
const evening = at('2026-11-19T23:00:00Z')
const morning = at('2026-11-20T12:00:00Z')
const { today } = morning
const page = (id: string) => `${origin}/business/rentals/${id}`

/** The subject of each digest, and its lines between the greeting and the button. */
async function digestsOf(owner: Person) {
  const mails = await readRows(
    db,
    'mail_outbox',
    ['subject', 'text_body'],
    { recipient_id: owner.id, template: 'closet-digest' },
    'id',
  )
  return mails.map(({ subject, text_body }) => {
    const [, ...parts] = text_body.split('\n\n')
    const end = parts.findIndex((part) => part.startsWith('Go to My Closet'))
    return [subject, ...parts.slice(0, end)]
  })
}

test('a closet gets one email each morning with all tasks, contacts and directions', async () => {
  const closet = await made.closet()
  const renter = await made.shopper({ full_name: 'Ann Lee', email: 'ann@hemline.test' })
  const rental = async (
    title: string,
    status: 'pending' | 'confirmed' | 'delivered',
    start: number,
    owner: Person = closet,
  ) => {
    const item = await made.item({ closet: owner, title })
    const dates = { start: addDays(today, start), createdAt: evening.now }
    return (await made.rental({ item, renter, status, ...dates })).id
  }
  const dueNow = await rental('Wool cape', 'confirmed', 0)
  const overdue = await rental('Overdue gown', 'confirmed', -2)
  await updateRows(db, 'rentals', overdue, {
    renter_phone: '555 0199',
    delivery_address: '1 Elm Street\nApt 2',
  })
  const requested = await rental('Asked for slip', 'pending', 5)
  const backToday = await rental('Back today', 'delivered', -6)
  const late = await rental('Late coat', 'delivered', -7)
  const backTomorrow = await rental('Back tomorrow', 'delivered', -5)
  const returned = await rental('Returned hat', 'delivered', -9)
  await updateRows(db, 'rentals', returned, { return_status: 'returned', returned_at: evening.now })
  await rental('Later coat', 'confirmed', 9)
  // The day after tomorrow.
  const idle = await made.closet()
  await rental('Not yet', 'confirmed', 2, idle)
  const admin = await made.admin({ business_status: 'approved' })
  await rental('Of an admin', 'pending', 2, admin)

  expect(await mailDigests(db, at('2026-11-20T11:59:00Z'))).toBe(0)
  expect(await mailDigests(db, morning)).toBe(1)
  expect(await mailDigests(db, morning)).toBe(0)
  expect(await digestsOf(closet)).toEqual([
    [
      '7 things to do in your closet',
      'To deliver today (2)',
      `Overdue gown, Ann Lee · overdue since Nov 18, 2026 · 555 0199 · 1 Elm Street, Apt 2: ${page(overdue)}`,
      `Wool cape, Ann Lee · ann@hemline.test: ${page(dueNow)}`,
      'Returns due today (2)',
      `Late coat, Ann Lee · overdue since Nov 19, 2026 · ann@hemline.test: ${page(late)}`,
      `Back today, Ann Lee · ann@hemline.test: ${page(backToday)}`,
      'Requests to answer (1)',
      `Asked for slip, Ann Lee · answer by Fri, Nov 20, 6 PM EST: ${page(requested)}`,
      'Returned items to check (1)',
      `Returned hat, Ann Lee: ${page(returned)}`,
      'Returns due tomorrow (1)',
      `Back tomorrow, Ann Lee · ann@hemline.test: ${page(backTomorrow)}`,
    ],
  ])
  expect(await db.selectFrom('closet_digests').select(['owner_id', 'day']).execute()).toEqual([
    { owner_id: closet.id, day: today },
  ])
  // The next morning's digest lists it again. In batches of one, each closet gets its email.
  const next = at('2026-11-21T12:00:00Z')
  const parts = [
    await mailDigests(db, next, 1),
    await mailDigests(db, next, 1),
    await mailDigests(db, next, 1),
  ]
  expect(parts).toEqual([1, 1, 0])
})

test('the digest leaves out what the closet did itself or was emailed about that day', async () => {
  const closet = await made.closet()
  await made.rental({
    item: await made.item({ closet }),
    start: addDays(today, 3),
    createdAt: morning.now,
  })
  const sent = await made.rental({
    item: await made.item({ closet }),
    status: 'delivered',
    start: addDays(today, -5),
    createdAt: evening.now,
  })
  await updateRows(db, 'rentals', sent.id, {
    return_status: 'returned',
    returned_at: new Date('2026-11-20T12:40:00Z'),
  })
  await mailDigests(db, at('2026-11-20T13:00:00Z'))
  expect(await digestsOf(closet)).toEqual([])
  await mailDigests(db, at('2026-11-21T12:00:00Z'))
  expect((await digestsOf(closet)).map(([subject]) => subject)).toEqual([
    '2 things to do in your closet',
  ])
})

test('only one of two processes sends the digest, and none does if everything has been done by then', async () => {
  const closet = await made.closet()
  /** All other closets already have this morning's digest. */
  const alone = async (instant: string) => {
    const when = at(instant)
    await mailDigests(db, when)
    const item = await made.item({ closet })
    const dates = { start: addDays(when.today, 3), createdAt: evening.now }
    const { id: rentalId } = await made.rental({ item, ...dates })
    const insert = 'insert into closet_digests (owner_id, day, made_at) values ($1, $2, $3)'
    const lock = [insert, closet.id, when.today, when.now] as const
    return { rentalId, lock, mail: () => mailDigests(db, when) }
  }
  const first = await alone('2026-11-22T13:00:00Z')
  const on = { rentalId: first.rentalId, origin }
  const cancel = async () => expect(await cancelRental(db, closet, on, evening.now)).toEqual(done)
  expect(await inTurn({ db, pool }, first.lock, [first.mail], cancel)).toEqual([0])
  expect(await digestsOf(closet)).toEqual([])
  const { lock, mail } = await alone('2026-11-23T13:00:00Z')
  expect((await inTurn({ db, pool }, lock, [mail, mail])).toSorted()).toEqual([0, 1])
  expect(await digestsOf(closet)).toHaveLength(1)
})
const done = { ok: true, value: null }

test('the digest lists return requests to answer, even when there is nothing else to do', async () => {
  const [closet, other] = [await made.closet(), await made.closet()]
  const renter = await made.shopper({ full_name: 'Ann Lee' })
  const requested = async (title: string, requestedAt: string, over = {}) => {
    const request = { closet, renter, title, until: 'requested' as const, ...over }
    return await requestedReturn(db, request, new Date(requestedAt))
  }
  // The closet was emailed about this request that day.
  const gown = await requested('Too small gown', '2026-11-24T12:00:00Z')
  await requested('Of another closet', '2026-11-24T12:00:00Z', { closet: other })
  await mailDigests(db, at('2026-11-24T13:00:00Z'))
  expect(await digestsOf(closet)).toEqual([])
  await mailDigests(db, at('2026-11-25T12:00:00Z'))
  const gownLine = `Too small gown, Ann Lee · answer by Nov 27, 2026, 7:00 AM EST: ${page(gown)}`
  expect(await digestsOf(closet)).toEqual([
    ['One thing to do in your closet', 'Returns and no-shows to answer (1)', gownLine],
  ])
  const coat = await requested('Torn coat', '2026-11-25T14:00:00Z')
  const slip = await requested('Stained slip', '2026-11-25T13:30:00Z')
  await requested('Old hat', '2026-11-25T14:00:00Z', { until: 'contested' })
  await mailDigests(db, at('2026-11-26T12:00:00Z'))
  const later = [
    `Stained slip, Ann Lee · answer by Nov 28, 2026, 8:30 AM EST: ${page(slip)}`,
    `Torn coat, Ann Lee · answer by Nov 28, 2026, 9:00 AM EST: ${page(coat)}`,
  ]
  expect((await digestsOf(closet)).at(-1)).toEqual([
    '3 things to do in your closet',
    'Returns and no-shows to answer (3)',
    gownLine,
    ...later,
  ])
  // Once its deadline has passed, it counts as accepted.
  await mailDigests(db, at('2026-11-27T12:00:00Z'))
  expect((await digestsOf(closet)).at(-1)).toEqual([
    '2 things to do in your closet',
    'Returns and no-shows to answer (2)',
    ...later,
  ])
  await mailDigests(db, at('2026-11-28T14:00:00Z'))
  expect(await digestsOf(closet)).toHaveLength(3)
  const days = await db
    .selectFrom('closet_digests')
    .select(['owner_id', 'day'])
    .where('owner_id', 'in', [closet.id, other.id])
    .orderBy('day')
    .orderBy('owner_id')
    .execute()
  expect(days.map(({ owner_id, day }) => [owner_id === other.id, day])).toEqual([
    [false, '2026-11-25'],
    [true, '2026-11-25'],
    [false, '2026-11-26'],
    [true, '2026-11-26'],
    [false, '2026-11-27'],
  ])
})

test('a digest lists 24 of each kind, the most urgent ones, and counts the others', async () => {
  const closet = await made.closet()
  const renter = await made.shopper({ full_name: 'Ann Lee' })
  const free = { closet, creditsPerDay: 0, advance_booking: true }
  const items = [await made.item({ ...free, title: 'Slip' }), await made.item(free)] as const
  const dayBefore = new Date('2026-12-08T15:00:00Z')
  const start = addDays(today, 30)
  const dates = { days: 1, start, createdAt: dayBefore }
  const first = await made.rental({ item: items[0], renter, ...dates })
  const requests = Array.from({ length: 25 }, (_, n) => {
    const day = addDays(start, Math.floor((n + 1) / 2))
    const item_id = items[(n + 1) % 2]?.id ?? first.item_id
    return { ...first, id: newId(), request_key: newId(), item_id, start_date: day, end_date: day }
  })
  await db.insertInto('rentals').values(requests.toReversed()).execute()
  const rentalId = await requestedReturn(db, { closet, renter, until: 'requested' }, dayBefore)
  const one = await db
    .selectFrom('rentals')
    .selectAll()
    .where('id', '=', rentalId)
    .executeTakeFirstOrThrow()
  const request = await db
    .selectFrom('return_requests')
    .selectAll()
    .where('rental_id', '=', rentalId)
    .executeTakeFirstOrThrow()
  const out = await Promise.all(
    Array.from({ length: 24 }, async () => {
      const { id: item_id } = await made.item({ closet, available: false })
      const price = { credits_per_day: 0, total_credits: 0 }
      return { ...one, ...price, id: newId(), request_key: newId(), item_id }
    }),
  )
  await db.insertInto('rentals').values(out.toReversed()).execute()
  await insertRows(
    db,
    'return_requests',
    out.toReversed().map(({ id }) => ({ ...request, rental_id: id })),
  )
  await mailDigests(db, at('2026-12-09T12:00:00Z'))
  const [digest, ...others] = await digestsOf(closet)
  expect(others).toEqual([])
  const [subject, ...lines] = digest ?? []
  expect(subject).toBe('51 things to do in your closet')
  const isHeading = (line: string) => /\([0-9]+\)$|^And /.test(line)
  expect(lines.filter(isHeading)).toEqual([
    'Returns and no-shows to answer (25)',
    'And 1 more.',
    'Requests to answer (26)',
    'And 2 more.',
  ])
  const byId = (ids: readonly string[]) => ids.toSorted()
  const listed = [
    ...byId([rentalId, ...out.map(({ id }) => id)]).slice(0, 24),
    ...[first, ...requests]
      .toSorted((a, b) => (a.start_date + a.id < b.start_date + b.id ? -1 : 1))
      .slice(0, 24)
      .map(({ id }) => id),
  ]
  expect(lines.filter((line) => !isHeading(line)).map((line) => line.slice(-36))).toEqual(listed)
})
