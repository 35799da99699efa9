import { expect } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { Site } from '#test/app.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'

/** A closet on a day of eight handovers to three people and three returns. */
export async function closetDayWorld({ make, db, clock }: Site) {
  const today = calendarDateIn('America/New_York', clock.now())
  const closet = await make.closet()
  const person = async (full_name: string) => {
    const shopper = await make.shopper({ full_name })
    await make.deposit(shopper)
    return shopper
  }
  const lend = async (renter: Shopper, title: string, start: number) => {
    const item = await make.item({ closet, title })
    const status = start < 0 ? 'delivered' : 'confirmed'
    const rental = await make.rental({ item, renter, start: addDays(today, start), status })
    await updateRows(db, 'rentals', rental.id, { delivery_address: `1 ${renter.fullName} Street` })
    return rental.id
  }
  const [ana, bea, cleo] = [await person('Ana'), await person('Bea'), await person('Cleo')]
  const handedOver: RentalId[] = []
  for (const n of [1, 2, 3, 4]) handedOver.push(await lend(ana, `Gown ${n}`, 0))
  for (const n of [5, 6, 7]) handedOver.push(await lend(bea, `Gown ${n}`, 0))
  const notMet = await lend(cleo, 'Silk cape', 0)
  const fine = await lend(await person('Dora'), 'Tea dress', -6)
  const damaged = await lend(await person('Emma'), 'Lace top', -6)
  const late = await lend(await person('Fay'), 'Wool coat', -9)
  return { closet, handedOver, notMet, fine, damaged, late }
}

/** Expects that each rental of the day is what the closet has made of it. */
export async function expectDayIsDone(
  { db }: Site,
  { handedOver, notMet, fine, damaged, late }: Awaited<ReturnType<typeof closetDayWorld>>,
): Promise<void> {
  const stateOf = async (id: RentalId) => {
    const columns = ['status', 'return_status', 'condition_status'] as const
    const row = await readRow(db, 'rentals', columns, id)
    return `${row.status} ${row.return_status} ${row.condition_status}`
  }
  for (const id of handedOver) expect(await stateOf(id)).toBe('delivered pending pending_review')
  expect(await stateOf(fine)).toBe('completed returned approved')
  expect(await stateOf(damaged)).toBe('completed returned deposit_kept')
  expect(await stateOf(late)).toBe('delivered late pending_review')
  expect(await readRow(db, 'rentals', 'cancellation', notMet)).toEqual({ cancellation: 'no_show' })
}
