import { inTransaction } from '#db/connection.ts'
import { lockWallet, mint } from '#domain/money/credits/credits.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { Site } from '#test/app.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'

const DAY_MS = 86_400_000
const RATE = 45

/** A year of credits, rentals, earnings and searches of one closet. */
export async function yearOfFigures({ db, make, clock }: Site) {
  const now = clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const closet = await make.closet()
  const admin = await make.admin()

  /** Somebody buys a pack, rents the item with it for a week, and returns it. */
  async function rented(item: Awaited<ReturnType<typeof make.item>>, days: number) {
    const renter = await make.shopper()
    const bought = daysAgo(days)
    await inTransaction(db, async (tx) => {
      await lockWallet(tx, renter.id)
      const paid = { cents: 5000, credits: 50 }
      const lot = { userId: renter.id, key: newId(), source: 'one_time', amount: 50, paid } as const
      await mint(tx, { ...lot, expiresAt: new Date(bought.getTime() + 92 * DAY_MS) }, bought)
    })
    const rental = await make.rental({ item, renter, status: 'completed', createdAt: bought })
    const back = new Date(bought.getTime() + 6 * DAY_MS)
    await updateRows(db, 'rentals', rental.id, {
      cents_per_credit: RATE,
      returned_at: back,
      returned_on: calendarDateIn('America/New_York', back),
    })
    await insertRows(db, 'earnings', {
      id: newId(),
      owner_id: closet.id,
      kind: 'rental',
      rental_id: rental.id,
      amount_cents: rental.total_credits * RATE,
      source_key: `rental:${rental.id}`,
      earned_at: back,
      payable_at: back,
    })
  }

  const old = { closet, created_at: daysAgo(400) }
  const gown = await make.item({ ...old, title: 'Emerald gown', creditsPerDay: 3 })
  const coat = await make.item({ ...old, title: 'Camel coat', creditsPerDay: 2 })
  await make.item({ ...old, title: 'Quiet blazer' })
  for (const days of [12, 25, 44, 61, 75, 130, 190, 250, 310]) await rented(gown, days)
  for (const days of [80, 145, 210, 330]) await rented(coat, days)

  const today = calendarDateIn('America/New_York', now)
  const missed = [
    ['M', 'Gown', 41],
    ['XL', 'Dress', 23],
    ['', 'Jumpsuit', 9],
    ['XXL', '', 4],
  ] as const
  await insertRows(
    db,
    'unmet_searches',
    missed.map(([size, category, searches]) => ({
      searched_on: addDays(today, -3),
      size,
      category,
      searches,
    })),
  )
  return { admin, closet }
}
