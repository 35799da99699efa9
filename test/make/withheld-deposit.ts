import type { Db } from '#db/connection.ts'
import { keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { make } from './make.ts'

/**
 * Withholds `cents` of someone's deposit for a returned rental, while another rental is open on it.
 * Returns both rentals.
 */
export async function withholdPartOfDeposit(db: Db, renter: Shopper, cents: number, now: Date) {
  const made = make(db)
  const closet = await made.closet()
  const item = () => made.item({ closet, creditsPerDay: 1 })
  const open = await made.rental({ item: await item(), renter, createdAt: now })
  const back = { item: await item(), renter, status: 'delivered', createdAt: now } as const
  const withheld = await made.rental(back)
  const on = { rentalId: withheld.id, origin: 'https://shop.example', notes: 'Torn hem', cents }
  for (const step of [recordReturn, keepDeposit]) {
    const done = await step(db, closet, on, now)
    if (!done.ok) throw new Error(done.problem.reason)
  }
  return { open, withheld }
}
