import { expect, test } from 'vitest'
import type { AutomaticAcceptance, Cancellation } from '#db/enums.ts'
import { findPublicCloset } from '#domain/accounts/closets/public-closet.ts'
import { pointOfPlace } from '#domain/catalogue/reach/reach.ts'
import { searchItems } from '#domain/catalogue/search/search.ts'
import { emptySearch, ME } from '#domain/catalogue/search/search-query.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { agree, publishLegalPage } from '#domain/site/legal/legal.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { hasCompletedRental, instantAmong } from './instant.ts'

const { db, made } = await testDatabase({ violatesInvariants: true })
const now = new Date('2026-11-20T15:00:00Z')
const today = calendarDateIn('UTC', now)

const itemOf = async (accepts: AutomaticAcceptance) => {
  const closet = await made.closet({
    ...{ accepts_automatically: accepts, city: 'Austin', state: 'TX', zip: '78701' },
    driving_distance: '10 miles',
  })
  return { closet, item: await made.item({ closet }) }
}

test('an item is instant for whom its closet accepts at once, on cards and in search', async () => {
  const items = [await itemOf('nobody'), await itemOf('returning'), await itemOf('everybody')]
  const [newcomer, returning] = [await made.shopper(), await made.shopper()]
  await made.rental({ renter: returning, item: items[0]?.item, status: 'completed' })
  const found = async (shopper: typeof newcomer | null, place: string | null = null) => {
    const here = place === null ? null : pointOfPlace(place)
    const ids = await instantAmong(
      db,
      { shopper, here, now },
      items.map(({ item }) => item),
    )
    const hasCompleted = shopper !== null && (await hasCompletedRental(db, shopper))
    const query = { ...emptySearch, here, instant: true, renter: { hasCompleted, now } }
    const page = await searchItems(db, query, today)
    expect(new Set(page.items.map(({ id }) => id))).toEqual(ids)
    const all = await searchItems(db, { ...query, instant: false }, today)
    expect(all.facets?.instant).toEqual(ids.size > 0 ? { [ME]: ids.size } : {})
    return items.map(({ item }) => ids.has(item.id))
  }
  expect(await found(null)).toEqual([false, false, true])
  expect(await found(newcomer)).toEqual([false, false, true])
  expect(await found(returning)).toEqual([false, true, true])
  expect(await found(newcomer, '78701')).toEqual([false, false, true])
  // Where it is not delivered, the closet has to be asked.
  expect(await found(newcomer, '10001')).toEqual([false, false, false])

  const admin = await made.admin()
  const next = {
    page: 'terms',
    ...{ body: 'Our new terms.', summary: 'Late fees are gone.', basedOn: 2, isDraft: false },
    appliesOn: calendarDateIn('America/New_York', now),
  } as const
  const published = await publishLegalPage(db, admin, next, { now, timeZone: 'America/New_York' })
  expect(await found(newcomer)).toEqual([false, false, false])
  const version = published.ok ? published.value.version : 0
  for (const { closet } of items) await agree(db, closet, [{ page: 'terms', version }], now)
  expect(await found(newcomer)).toEqual([false, false, true])
})

test('a closet shows how it answered from five requests on', async () => {
  const { closet } = await itemOf('nobody')
  const hours = (count: number, from = now) => new Date(from.getTime() + count * 3_600_000)
  let requests = 0
  async function request(
    state: { readonly confirmed?: number; readonly ended?: number; readonly why?: Cancellation },
    createdAt = now,
  ) {
    const item = await made.item({ closet })
    requests += 1
    await insertRows(db, 'rentals', {
      ...{ id: newId(), request_key: newId(), renter_id: (await made.shopper()).id },
      ...{ owner_id: closet.id, item_id: item.id, start_date: addDays(today, requests) },
      ...{ end_date: addDays(today, requests), total_days: 1, credits_per_day: 0 },
      ...{ total_credits: 0, created_at: createdAt, answer_by: hours(24, createdAt) },
      status: state.why ? 'cancelled' : state.confirmed === undefined ? 'pending' : 'confirmed',
      ...(state.confirmed !== undefined && {
        confirmed_at: hours(state.confirmed, createdAt),
        confirmed_by: closet.id,
      }),
      ...(state.why && {
        cancelled_at: hours(state.ended ?? 0, createdAt),
        cancellation: state.why,
      }),
    })
  }
  const answers = async () => (await findPublicCloset(db, closet.id, today))?.answers
  await request({ confirmed: 1 })
  await request({ confirmed: 2 })
  // Accepted, and canceled later.
  await request({ confirmed: 3, ended: 20, why: 'by_owner' })
  await request({ ended: 4, why: 'by_owner' })
  // Neither counts: it is open, its renter canceled, or it is too old.
  await request({})
  await request({ ended: 1, why: 'by_shopper' })
  await request({ confirmed: 1 }, new Date('2025-11-01T15:00:00Z'))
  expect(await answers()).toBeNull()
  await request({ ended: 24, why: 'never_answered' })
  expect(await answers()).toEqual({ acceptedPercent: 60, medianSeconds: 3 * 3600 })
})
