import { expect } from 'vitest'
import type { ItemId, RentalId, WaitlistEntryId } from '#db/ids.ts'
import { deliverRental } from '#domain/booking/rentals/changes/rental-steps.ts'
import { leaveWaitlist } from '#domain/booking/waitlist/join-waitlist.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { extendableRentals } from './extending.ts'

/** The setup that the moves of a race need. */
export type Needs = {
  /** The item has been delivered to its renter. */
  readonly isOut?: boolean
  /** The rental of the item is at risk: the one before it is late. */
  readonly isAtRisk?: boolean
  /** One of the moves frees the days of the rental, and the others want some of them. */
  readonly frees?: boolean
  /** These rivals have a rental at risk, of another item, for the days that they want. */
  readonly swappers?: readonly Side[]
  /** This rival has a waitlist offer for those days. */
  readonly offered?: Side | null
}

type Belongings = { readonly people: readonly Shopper[]; readonly itemIds: readonly ItemId[] }

type Offered = { readonly holder: Shopper; readonly entryId: WaitlistEntryId | null }

type Held = { readonly item: { readonly id: ItemId } }

/** The renter of an item, two shoppers who want it, and one who is late. */
export type Team = {
  readonly renter: Shopper
  readonly rivals: readonly [Shopper, Shopper]
  readonly late: Shopper
}

/** Which of the two moves of a race. */
export type Side = 0 | 1
export type ContestedItem = Awaited<ReturnType<typeof contestedItems>>
export type World = Awaited<ReturnType<ContestedItem['makeWorld']>>

/** Items that several people want at once. Days are counted from today. */
export async function contestedItems(teamCount: number) {
  const { db, pool, made, now, today, origin, day, ...extending } = await extendableRentals()
  const { rentItem, extend, balanceOf } = extending
  const rich = { credits: 1_000_000 }

  // Closets and shoppers are reused from race to race; each race has its own items.
  const closet = await made.closet()
  const admin = await made.admin()
  const teams = await Promise.all(
    Array.from(
      { length: teamCount },
      async (): Promise<Team> => ({
        renter: await made.readyShopper(rich),
        rivals: [await made.readyShopper(rich), await made.readyShopper(rich)],
        late: await made.readyShopper(),
      }),
    ),
  )

  /** An item with advance booking that costs a credit a day. */
  const makeItem = async (turnaround_days: number) =>
    await made.item({ closet, creditsPerDay: 1, advance_booking: true, turnaround_days })

  /** A rental of the item that has ended and was never returned; it costs nothing. */
  async function makeLateRental(late: Shopper, item: Awaited<ReturnType<typeof makeItem>>) {
    const input = { item: { ...item, credits_per_day: 0 }, renter: late, createdAt: now } as const
    return (await made.rental({ ...input, status: 'delivered', start: day(-12) })).id
  }

  async function markAtRisk(rentalId: RentalId, lateId: RentalId) {
    const risk = { at_risk_since: now, at_risk_from: lateId }
    await db.updateTable('rentals').set(risk).where('id', '=', rentalId).execute()
  }

  /** A rental of another item, at risk: a 14-day turnaround follows the late rental before it. */
  async function rentElsewhere(team: Team, rival: Shopper, from: number) {
    const item = await makeItem(14)
    const { rentalId } = await rentItem(rival, item, from, from + 6)
    await markAtRisk(rentalId, await makeLateRental(team.late, item))
    return { rentalId, itemId: item.id }
  }

  /**
   * An item that can be booked ahead, with two days between rentals, rented from in 3 to in 9 days
   * for 7 credits. Its rivals want a week from `from` on.
   */
  async function makeWorld(team: Team, needs: Needs) {
    const { isOut, isAtRisk, frees, swappers = [], offered = null } = needs
    const { renter, rivals } = team
    const item = await makeItem(2)
    const { rentalId, on } = await rentItem(renter, item, 3, 9)
    // An offer can only hold days that are free.
    const from = frees && offered === null ? 10 : 14
    if (isOut) await deliverRental(db, closet, on, now)
    const lateId = isAtRisk ? await makeLateRental(team.late, item) : null
    if (lateId) await markAtRisk(rentalId, lateId)
    const others = isAtRisk ? [(await makeItem(0)).id, (await makeItem(0)).id] : []
    const elsewhere: { readonly rentalId: RentalId; readonly itemId: ItemId }[] = []
    for (const side of swappers) elsewhere[side] = await rentElsewhere(team, rivals[side], from)
    const dates = { start: day(from), end: day(from + 6) }
    const holder = rivals[offered ?? 0]
    const offer = { item, shopper: holder, createdAt: now, ...dates }
    const entryId = offered === null ? null : await made.offer(offer)
    const people = [renter, ...rivals]
    const itemIds = [item.id, ...others, ...elsewhere.flatMap((one) => one?.itemId ?? [])]
    const world = {
      ...{ item, renter, rivals, holder, from, rentalId, lateId, others, elsewhere, entryId },
      ...{ people, itemIds },
    }
    return { ...world, totalCredits: await totalCreditsOf(world) }
  }

  /** Each person's balance plus the credits of their rentals: no move changes this sum. */
  async function totalCreditsOf(world: Belongings): Promise<readonly number[]> {
    const rentals = await db
      .selectFrom('rentals')
      .select(['renter_id', 'total_credits'])
      .where('item_id', 'in', [...world.itemIds])
      .where('status', '<>', 'cancelled')
      .execute()
    const balances = await Promise.all(world.people.map((person) => balanceOf(person)))
    return world.people.map(({ id }, index) =>
      rentals
        .filter(({ renter_id }) => renter_id === id)
        .reduce((sum, { total_credits }) => sum + total_credits, balances[index] ?? 0),
    )
  }

  /** Locks the items until all commands that `start` sends wait for them, then releases them. */
  async function untilAllWait<T>(
    worlds: readonly Held[],
    commands: number,
    start: () => Promise<T>,
  ) {
    const client = await pool.connect()
    let answers: Promise<T> | undefined
    try {
      await client.query('begin')
      const ids = worlds.map(({ item }) => item.id)
      const hold = 'select from clothing_items where id = any($1) for no key update'
      await client.query(hold, [ids])
      answers = start()
      // Awaited below, unless the poll fails first.
      answers.catch(() => undefined)
      await expect.poll(waitingNow, { interval: 5, timeout: 30_000 }).toBe(commands)
    } finally {
      await client.query('rollback')
      client.release()
    }
    return await answers
  }

  async function waitingNow(): Promise<number> {
    const { rows } = await pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.waiting ?? 0
  }

  /** Ends an open offer, because a shopper can have only one. */
  async function endOffer({ holder, entryId }: Offered) {
    if (entryId) await leaveWaitlist(db, holder, { entryId }, now)
  }

  return {
    ...{ db, now, today, origin, day, closet, admin, teams, extend },
    ...{ makeWorld, totalCreditsOf, untilAllWait, endOffer },
  }
}
