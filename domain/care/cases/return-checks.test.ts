import type { Updateable } from 'kysely'
import { expect, test } from 'vitest'
import type { ReturnRequests } from '#db/types.ts'
import { assertOk, returnedRentals } from '#test/make/returning.ts'
import { integrityViolations } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'

/** An accepted request of a returned rental, in a separate database for tests that corrupt it. */
async function world() {
  const returning = await returnedRentals({ violatesInvariants: true })
  const rental = await returning.requested('does_not_fit')
  assertOk(await returning.answer(rental, 'accept'))
  await returning.returnItem(rental)
  await returning.approve(rental)
  const { db } = returning
  expect(await integrityViolations(db)).toEqual([])
  const change = (set: Updateable<ReturnRequests>) =>
    db.updateTable('return_requests').set(set).where('rental_id', '=', rental.rentalId).execute()
  const names = async () =>
    [...new Set((await integrityViolations(db)).map(({ check_name }) => check_name))].toSorted()
  return { ...returning, rental, change, names }
}

const GAVE_BACK = 'an accepted return request of a returned rental gave its credits back'
const AS_REASON = 'an accepted return request gives back what its reason says'
const EARNED =
  'a rental that took place or whose renter did not come earned its credits, but not those given back'
const DELIVERED = 'a return request that is open or accepted is about a delivered rental'

test('a request whose credits differ from the restored ones is found', async () => {
  const { change, names } = await world()
  await change({ credits_back: 9 })
  expect(await names()).toEqual([EARNED, AS_REASON, GAVE_BACK].toSorted())
})

test('credits restored for a refused request, or without one, are found', async () => {
  const { db, admin, change, names } = await world()
  await change({
    ...{ status: 'refused', credits_back: 0, answer: 'Worn', reasons: 'Worn' },
    decided_by: admin.id,
  })
  expect(await names()).toContain(GAVE_BACK)
  await db.deleteFrom('return_requests').execute()
  expect(await names()).toContain(GAVE_BACK)
})

test('credits that do not match the reason are found', async () => {
  const { change, names } = await world()
  await change({
    reason: 'not_as_described',
    image_ids: ['00000000-0000-7000-8000-000000000000' as never],
  })
  expect(await names()).toEqual([AS_REASON])
})

test('an open request about a rental that was not delivered is found', async () => {
  const { db, made, names, now, hours } = await world()
  const { id } = await made.rental({ createdAt: now })
  await insertRows(db, 'return_requests', {
    rental_id: id,
    reason: 'does_not_fit',
    asked_at: now,
    answer_due_at: hours(72),
  })
  expect(await names()).toEqual([DELIVERED])
})

test('the database refuses requests that contradict themselves', async () => {
  const { change, now, admin } = await world()
  const refused = async (set: Parameters<typeof change>[0], name: string) =>
    await expect(change(set)).rejects.toThrow(name)
  await refused(
    { status: 'contested', decided_at: null, decided_by: null, credits_back: 0, answer: null },
    'contested_return_request_says_why',
  )
  await refused({ status: 'refused' }, 'only_an_accepted_return_request_gives_back')
  await refused({ decided_at: null }, 'decided_return_request_says_when')
  await refused({ reason: 'not_as_described' }, 'difference_is_shown_in_a_photo')
  await refused({ answered_at: null }, 'answer_to_a_return_request_has_a_time')
  await refused(
    { status: 'withdrawn', credits_back: 0, decided_by: admin.id, decided_at: now },
    'return_request_is_decided_by_somebody',
  )
})
