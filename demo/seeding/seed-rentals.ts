import { sql } from 'kysely'
import { type Db, inTransaction } from '#db/connection.ts'
import type { ChosenHandover } from '#db/enums.ts'
import type { FreshId, RentalId } from '#db/ids.ts'
import { catalogue, closets } from '#demo/catalogue/catalogue.ts'
import { updateRentalsAtRisk } from '#domain/booking/rentals/changes/late-returns.ts'
import { cancelRental, requestRental } from '#domain/booking/rentals/rentals.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { expireLots } from '#domain/money/credits/expire-lots.ts'
import { earnRental } from '#domain/money/payouts/payouts.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { DemoContext } from './demo-context.ts'
import { demoHistory } from './demo-history.ts'
import { demoId } from './demo-id.ts'
import {
  buyDemoCredits,
  demoShopper,
  grantDemoCredits,
  grantDemoPacks,
  payDemoDeposit,
  type SandboxFetch,
} from './demo-payments.ts'
import { type DemoRental, demoRentals, reviewedRentals } from './demo-rentals.ts'
import { itemId, ownerId } from './seed-catalogue.ts'
import { shopperEmail } from './seed-people.ts'

const DAY_MS = 86_400_000
const WELCOME_CREDITS = 120

type Renting = Pick<DemoContext, 'db' | 'stripe' | 'origin' | 'timeZone'>

/** Adds credits, deposits and rentals with past dates, using the same commands as shoppers. */
export async function seedRentals(renting: Renting, ask: SandboxFetch, now: Date): Promise<void> {
  const rentals = [...reviewedRentals, ...demoRentals]
  for (const renter of new Set(rentals.map((rental) => rental.renter))) {
    const shopper = await demoShopper(renting.db, emailOf(renter))
    await payDemoDeposit(renting, ask, shopper, now)
  }
  await seedHistory(renting, now)
  for (const renter of new Set(demoRentals.map((rental) => rental.renter))) {
    const shopper = await demoShopper(renting.db, emailOf(renter))
    await grantDemoCredits(renting.db, shopper, WELCOME_CREDITS, {
      at: daysFrom(now, -90),
      expiresAt: daysFrom(now, 60),
    })
  }
  const buyer = await demoShopper(renting.db, emailOf('shopper'))
  await buyDemoCredits(renting, ask, buyer, { product: 'one_time' }, now)
  for (const rental of rentals) await seedRental(renting, rental, now)
  const { db, origin, timeZone } = renting
  await updateRentalsAtRisk(db, { now, today: calendarDateIn(timeZone, now), origin, timeZone })
  await dropEmails(db, 'tell-about-rental')
}

export function emailOf(renter: string): string {
  return renter === 'shopper' ? 'shopper@hemline.test' : shopperEmail(renter)
}

function daysFrom(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY_MS)
}

/** Runs before there are other credits, so that each rental spends those bought for it. */
async function seedHistory(renting: Renting, now: Date): Promise<void> {
  const { db } = renting
  for (const rental of demoHistory) {
    const shopper = await demoShopper(db, emailOf(rental.renter))
    const at = daysFrom(now, rental.requested - 1)
    const cost = weekOf(rental.item)
    const isMade = await db
      .selectFrom('rentals')
      .select('id')
      .where('request_key', '=', keyOf(rental))
      .executeTakeFirst()
    if (isMade) continue
    const missing = cost - (await creditsBalance(db, shopper.id, daysFrom(now, rental.requested)))
    await grantDemoPacks(db, shopper, { name: keyOf(rental), credits: missing }, at)
    await seedRental(renting, rental, now)
  }
  await expireLots(db, now)
}

function weekOf(item: string): number {
  return 7 * (catalogue.find(({ picture }) => picture === item)?.creditsPerDay ?? 0)
}

export function keyOf({
  item,
  renter,
  starts,
}: Pick<DemoRental, 'item' | 'renter' | 'starts'>): FreshId {
  return demoId(`rental ${item} ${renter} ${starts}`)
}

async function seedRental({ db, timeZone, origin }: Renting, rental: DemoRental, now: Date) {
  const { item, state, requested, starts, days } = rental
  const requestedAt = daysFrom(now, requested)
  const start = addDays(calendarDateIn(timeZone, now), starts)
  const shopper = await demoShopper(db, emailOf(rental.renter))
  const input = {
    itemId: itemId(item),
    start,
    end: addDays(start, days - 1),
    requestKey: keyOf(rental),
    origin,
  }
  const rent = (handover: ChosenHandover | null) =>
    requestRental(
      db,
      shopper,
      { ...input, handover },
      requestedAt,
      calendarDateIn(timeZone, requestedAt),
      timeZone,
    )
  const first = await rent(null)
  const isFar = !first.ok && first.problem.reason === 'out-of-area'
  const rented = isFar ? await rent(isShipped(item) ? 'shipping' : 'ask') : first
  if (!rented.ok) throw new Error(`the demo's rental of ${item}: ${rented.problem.reason}`)
  const { rentalId } = rented.value
  if (state === 'cancelled') {
    const at = daysFrom(requestedAt, 1)
    const cancelled = await cancelRental(db, shopper, { rentalId, origin }, at)
    if (!cancelled.ok) throw new Error(`the demo's rental of ${item}: ${cancelled.problem.reason}`)
  } else if (state !== 'pending') {
    await advance({ db, timeZone }, rentalId, rental, now)
  }
}

/** Whether the closet of an item ships. */
function isShipped(item: string): boolean {
  const closet = catalogue.find(({ picture }) => picture === item)?.closet
  return closet !== undefined && closets[closet]?.ships === true
}

const ORDER: readonly string[] = ['confirmed', 'delivered', 'late', 'returned', 'completed']

/** Moves a rental to its stage, using the same commands as the closet. */
async function advance(
  { db, timeZone }: Pick<Renting, 'db' | 'timeZone'>,
  rentalId: RentalId,
  rental: DemoRental,
  now: Date,
) {
  const { item, state, requested, starts, days } = rental
  const entry = catalogue.find(({ picture }) => picture === item)
  if (!entry) throw new Error(`the catalogue has no ${item}`)
  const owner = ownerId(entry)
  const reached = (step: DemoRental['state']) => ORDER.indexOf(state) >= ORDER.indexOf(step)
  const returnedAt = daysFrom(now, Math.min(starts + days, 0))
  const reviewedAt = daysFrom(returnedAt, 0.5)
  await inTransaction(db, async (tx) => {
    const moved = await tx
      .updateTable('rentals')
      .set({
        confirmed_at: daysFrom(now, requested + 0.2),
        confirmed_by: owner,
        status: 'confirmed',
        ...(reached('delivered') && {
          status: 'delivered',
          delivery_status: 'delivered',
          delivered_at: daysFrom(now, starts - 0.1),
          delivered_by: owner,
        }),
        ...(state === 'late' && { return_status: 'late', late_at: returnedAt, late_by: owner }),
        ...(reached('returned') && {
          return_status: 'returned',
          returned_at: returnedAt,
          returned_on: calendarDateIn(timeZone, returnedAt),
          returned_by: owner,
        }),
        ...(state === 'completed' && {
          status: 'completed',
          condition_status: 'approved',
          condition_reviewed_at: reviewedAt,
          condition_reviewed_by: owner,
        }),
      })
      .where('id', '=', rentalId)
      // Confirmed at once where the closet accepts automatically.
      .where('status', 'in', ['pending', 'confirmed'])
      .returning(['id', 'owner_id', 'total_credits', 'cents_per_credit'])
      .executeTakeFirst()
    if (moved && state === 'completed') {
      await earnRental(tx, moved, { creditsBack: 0, reviewedAt }, reviewedAt)
      await tx
        .updateTable('clothing_items')
        .set({ available: true })
        .where('id', '=', itemId(item))
        .execute()
    }
  })
}

/** Removes the queued emails of one kind, which would be about the past. */
export async function dropEmails(
  db: Db,
  task:
    | 'tell-about-rental'
    | 'tell-about-ratings'
    | 'tell-about-return-request'
    | 'tell-about-appeal'
    | 'tell-admins',
): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where task_identifier = ${task} having count(*) > 0`.execute(db)
}
