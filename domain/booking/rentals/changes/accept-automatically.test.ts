import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AutomaticAcceptance, ChosenHandover } from '#db/enums.ts'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { rentalEvents } from '#test/rental-events.ts'
import { correct } from './corrections.ts'
import { acceptRental, deliverRental } from './rental-steps.ts'

const { db, pool, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const today = calendarDateIn('UTC', now)
const origin = 'https://shop.example'

type Wanted = {
  readonly accepts: AutomaticAcceptance
  readonly hasCompleted?: boolean
  readonly hasLost?: boolean
  readonly handover?: ChosenHandover
}

async function requested({ accepts, hasCompleted = false, hasLost = false, handover }: Wanted) {
  const closet = await made.closet({
    accepts_automatically: accepts,
    zip: '78701',
    driving_distance: '10 miles',
  })
  const item = await made.item({ closet, creditsPerDay: 2 })
  const renter = await made.readyShopper()
  if (hasCompleted) await made.rental({ renter, status: 'completed', createdAt: now })
  if (hasLost) {
    const long = addDays(today, -30)
    const { id } = await made.rental({ renter, status: 'completed', start: long })
    const lost = { return_status: 'late', late_at: now, returned_at: null } as const
    await updateRows(db, 'rentals', { id }, lost)
  }
  const start = addDays(today, 9)
  const request = {
    ...{ itemId: item.id, start, end: addDays(start, 6), requestKey: newId(), origin },
    ...(handover === 'ask' && {
      delivery: { phone: null, address: '5 Elm Street, New York, NY 10001', notes: null },
    }),
    handover,
  }
  const outcome = await requestRental(db, renter, request, now, today, 'UTC')
  if (!outcome.ok) throw new Error(outcome.problem.reason)
  const { rentalId } = outcome.value
  const row = await db
    .selectFrom('rentals')
    .select(['status', 'confirmed_at', 'confirmed_by'])
    .where('id', '=', rentalId)
    .executeTakeFirstOrThrow()
  return { closet, renter, on: { rentalId, origin, note: '', imageIds: [] }, row }
}

test('a closet accepts automatically whose requests it chose', async () => {
  const status = async (wanted: Wanted) => (await requested(wanted)).row.status
  expect(await status({ accepts: 'nobody', hasCompleted: true })).toBe('pending')
  expect(await status({ accepts: 'returning' })).toBe('pending')
  expect(await status({ accepts: 'returning', hasCompleted: true })).toBe('confirmed')
  expect(await status({ accepts: 'returning', hasLost: true })).toBe('pending')
  expect(await status({ accepts: 'everybody' })).toBe('confirmed')
  // It has to arrange something first.
  expect(await status({ accepts: 'everybody', handover: 'ask' })).toBe('pending')
})

test('an automatic acceptance is a step of the system, with one email to each side', async () => {
  const { row, on } = await requested({ accepts: 'everybody' })
  expect(row).toEqual({ status: 'confirmed', confirmed_at: now, confirmed_by: null })
  expect(await rentalEvents(pool, on.rentalId)).toEqual(['accept'])
  const lines = await db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('noun_id', '=', on.rentalId)
    .orderBy('id')
    .execute()
  expect(lines.map(({ action, actor_id }) => [action, actor_id === null])).toEqual([
    ['request', false],
    ['accept', true],
  ])
})

test('only an admin undoes an automatic acceptance, also after a delivery that was undone', async () => {
  const { closet, on } = await requested({ accepts: 'everybody' })
  const undo = { ...on, correction: 'undo-accept' } as const
  const tooLate = { ok: false, problem: { reason: 'undo-too-late' } }
  expect(await acceptRental(db, closet, on, now)).toMatchObject({ ok: false })
  expect(await correct(db, closet, undo, now)).toEqual(tooLate)
  expect(await deliverRental(db, closet, on, now)).toMatchObject({ ok: true })
  expect(await correct(db, closet, { ...on, correction: 'undo-deliver' }, now)).toMatchObject({
    ok: true,
  })
  expect(await correct(db, closet, undo, now)).toEqual(tooLate)
  expect(await correct(db, await made.admin(), undo, now)).toMatchObject({ ok: true })
})

test('the database accepts nothing automatically that the closet did not choose', async () => {
  const { closet, on } = await requested({ accepts: 'everybody' })
  const copy = (handover: string | null) =>
    sql`insert into rentals (id, request_key, renter_id,
      owner_id, item_id, start_date, end_date, total_days, credits_per_day, total_credits, status,
      created_at, answer_by, confirmed_at, handover)
    select gen_random_uuid(), gen_random_uuid(), renter_id, owner_id, item_id, start_date, end_date,
      total_days, credits_per_day, total_credits, 'confirmed', created_at, answer_by, created_at,
      ${handover} from rentals where id = ${on.rentalId}`.execute(db)
  // Chosen, so only the days are in the way.
  await expect(copy(null)).rejects.toThrow('rentals_never_overlap')
  await expect(copy('ask')).rejects.toThrow('does not accept')
  for (const accepts of ['returning', 'nobody'] as const) {
    await db
      .updateTable('user_profiles')
      .set({ accepts_automatically: accepts })
      .where('id', '=', closet.id)
      .execute()
    await expect(copy(null)).rejects.toThrow('does not accept')
  }
})
