import { sql } from 'kysely'
import { type Db, inTransaction } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { catalogue } from '#demo/catalogue/catalogue.ts'
import { cancelRental, requestRental } from '#domain/rentals/rentals.ts'
import { addDays, calendarDateIn } from '#domain/shared/calendar-date.ts'
import type { DemoContext } from './demo-context.ts'
import { demoId } from './demo-id.ts'
import {
  type AskSandbox,
  buyDemoPack,
  demoShopper,
  grantDemoCredits,
  payDemoDeposit,
} from './demo-payments.ts'
import { itemId, ownerId } from './seed-catalogue.ts'
import { type DemoShopper, shopperEmail } from './seed-people.ts'

type State = 'pending' | 'confirmed' | 'delivered' | 'late' | 'returned' | 'completed' | 'cancelled'

type DemoRental = {
  readonly item: string
  readonly renter: DemoShopper | 'shopper'
  readonly state: State
  /** Days from today: when it was requested, and when it starts. */
  readonly requested: number
  readonly starts: number
  readonly days?: number
}

/** The first seven belong to the demo closet and cover every stage of a rental. */
const rentals: readonly DemoRental[] = [
  { item: 'black-feather-column', renter: 'Iris Vale', state: 'pending', requested: -1, starts: 5 },
  { item: 'rose-tweed-shift', renter: 'Noor Haddad', state: 'confirmed', requested: -3, starts: 2 },
  { item: 'polka-dot-wrap', renter: 'shopper', state: 'delivered', requested: -8, starts: -3 },
  {
    item: 'black-tuxedo-jacket',
    renter: 'Theo Lindqvist',
    state: 'late',
    requested: -15,
    starts: -10,
  },
  {
    item: 'classic-trench-coat',
    renter: 'Wren Castillo',
    state: 'returned',
    requested: -16,
    starts: -9,
  },
  {
    item: 'oyster-bow-blouse',
    renter: 'Iris Vale',
    state: 'completed',
    requested: -44,
    starts: -40,
  },
  {
    item: 'petal-boucle-jacket',
    renter: 'June Abara',
    state: 'cancelled',
    requested: -25,
    starts: -18,
  },
  {
    item: 'houndstooth-blazer',
    renter: 'shopper',
    state: 'completed',
    requested: -74,
    starts: -70,
  },
  {
    item: 'dusty-rose-floral-midi',
    renter: 'shopper',
    state: 'completed',
    requested: -49,
    starts: -45,
  },
  {
    item: 'navy-floral-tea-dress',
    renter: 'shopper',
    state: 'cancelled',
    requested: -30,
    starts: -20,
  },
  { item: 'little-black-dress', renter: 'shopper', state: 'pending', requested: 0, starts: 10 },
  {
    item: 'emerald-velvet-gown',
    renter: 'Clara Novak',
    state: 'pending',
    requested: -1,
    starts: 14,
  },
  { item: 'onyx-sequin-mini', renter: 'Zadie Cole', state: 'delivered', requested: -5, starts: -1 },
  {
    item: 'watercolour-organza-gown',
    renter: 'Rosa Medina',
    state: 'confirmed',
    requested: -2,
    starts: 20,
  },
  {
    item: 'lilac-chiffon-midi',
    renter: 'Tessa Wright',
    state: 'delivered',
    requested: -7,
    starts: -5,
    days: 14,
  },
  { item: 'seventies-arch-maxi', renter: 'Amara Boyd', state: 'pending', requested: -2, starts: 6 },
  {
    item: 'plum-brocade-gown',
    renter: 'Clara Novak',
    state: 'completed',
    requested: -35,
    starts: -31,
  },
  {
    item: 'botanical-print-maxi',
    renter: 'Rosa Medina',
    state: 'completed',
    requested: -60,
    starts: -56,
  },
]

const DAY_MS = 86_400_000
const WELCOME_CREDITS = 120

type Renting = Pick<DemoContext, 'db' | 'stripe' | 'origin' | 'timeZone'>

/** Credits, deposits and rentals, made by the commands that shoppers use, with past dates. */
export async function seedRentals(renting: Renting, ask: AskSandbox, now: Date): Promise<void> {
  for (const renter of new Set(rentals.map((rental) => rental.renter))) {
    const shopper = await demoShopper(renting.db, emailOf(renter))
    await payDemoDeposit(renting, ask, shopper, now)
    await grantDemoCredits(renting.db, shopper, WELCOME_CREDITS, {
      at: daysFrom(now, -90),
      expiresAt: daysFrom(now, 60),
    })
  }
  await buyDemoPack(renting, ask, await demoShopper(renting.db, emailOf('shopper')), now)
  for (const rental of rentals) await seedRental(renting, rental, now)
  await dropRentalEmails(renting.db)
}

function emailOf(renter: DemoRental['renter']): string {
  return renter === 'shopper' ? 'shopper@hemline.test' : shopperEmail(renter)
}

function daysFrom(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY_MS)
}

async function seedRental({ db, timeZone, origin }: Renting, rental: DemoRental, now: Date) {
  const { item, state, requested, starts, days = 7 } = rental
  const requestedAt = daysFrom(now, requested)
  const start = addDays(calendarDateIn(timeZone, now), starts)
  const shopper = await demoShopper(db, emailOf(rental.renter))
  const input = {
    itemId: itemId(item),
    start,
    end: addDays(start, days - 1),
    requestKey: demoId(`rental ${item} ${rental.renter}`),
    origin,
  }
  const rented = await requestRental(
    db,
    shopper,
    input,
    requestedAt,
    calendarDateIn(timeZone, requestedAt),
  )
  if (!rented.ok) throw new Error(`the demo's rental of ${item}: ${rented.problem.reason}`)
  const { rentalId } = rented.value
  if (state === 'cancelled') {
    const at = daysFrom(requestedAt, 1)
    const cancelled = await cancelRental(db, shopper, { rentalId, origin }, at)
    if (!cancelled.ok) throw new Error(`the demo's rental of ${item}: ${cancelled.problem.reason}`)
  } else if (state !== 'pending') {
    await advance(db, rentalId, rental, now)
  }
}

const ORDER: readonly State[] = ['confirmed', 'delivered', 'late', 'returned', 'completed']

/** Moves a rental to its stage by the commands that the closet would use. */
async function advance(db: Db, rentalId: RentalId, rental: DemoRental, now: Date) {
  const { item, state, requested, starts, days = 7 } = rental
  const entry = catalogue.find(({ picture }) => picture === item)
  if (!entry) throw new Error(`the catalogue has no ${item}`)
  const owner = ownerId(entry)
  const reached = (step: State) => ORDER.indexOf(state) >= ORDER.indexOf(step)
  const back = daysFrom(now, Math.min(starts + days, 0))
  await inTransaction(db, async (tx) => {
    await tx
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
        ...(state === 'late' && { return_status: 'late', late_at: back, late_by: owner }),
        ...(reached('returned') && {
          return_status: 'returned',
          returned_at: back,
          returned_by: owner,
        }),
        ...(state === 'completed' && {
          status: 'completed',
          condition_status: 'approved',
          condition_reviewed_at: daysFrom(back, 0.5),
          condition_reviewed_by: owner,
        }),
      })
      .where('id', '=', rentalId)
      .where('status', '=', 'pending')
      .execute()
    if (state === 'completed') {
      await tx
        .updateTable('clothing_items')
        .set({ available: true })
        .where('id', '=', itemId(item))
        .execute()
    }
  })
}

/** Removes the queued emails of these rentals, which would be about the past. */
async function dropRentalEmails(db: Db) {
  await sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where task_identifier = 'tell-about-rental' having count(*) > 0`.execute(db)
}
