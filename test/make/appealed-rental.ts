import type { Db } from '#db/connection.ts'
import { keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import { answerAppeal, fileAppeal } from '#domain/care/cases/appeals.ts'
import { decideAppeal } from '#domain/care/cases/decide-appeal.ts'
import type { Admin, ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import type { Outcome } from '#domain/shared/outcome.ts'
import { make } from './make.ts'

type Appealed = {
  readonly closet: ClosetOwner
  readonly renter: Shopper
  /** Required for `decided`. */
  readonly admin?: Admin
  readonly title?: string
  /** The last step to take. */
  readonly until: 'withheld' | 'filed' | 'answered' | 'decided'
  /** What both sides write. */
  readonly words?: string
}

/** A rental for which $20.00 of the deposit were withheld, with its appeal up to that step. */
export async function appealedRental(db: Db, appealed: Appealed, now: Date) {
  const { closet, renter, admin, until, words = 'It was torn before.' } = appealed
  const made = make(db)
  const item = await made.item({ closet, ...(appealed.title && { title: appealed.title }) })
  const createdAt = new Date(now.getTime() - 9 * 86_400_000)
  const lent = { item, renter, status: 'delivered', createdAt, days: 7 } as const
  const { id: rentalId } = await made.rental(lent)
  const on = { rentalId, origin: 'https://shop.example', notes: words, cents: 2000 }
  assertOk(await recordReturn(db, closet, { ...on, note: words }, now))
  assertOk(await keepDeposit(db, closet, on, now))
  const statement = { rentalId, words, imageIds: [] }
  if (until === 'withheld') return rentalId
  assertOk(await fileAppeal(db, renter, statement, now))
  if (until === 'filed') return rentalId
  assertOk(await answerAppeal(db, closet, statement, now))
  if (until === 'answered' || !admin) return rentalId
  const decision = { rentalId, outcome: 'reduced', returnedCents: 500, reasons: words } as const
  assertOk(await decideAppeal(db, admin, decision, now))
  return rentalId
}

function assertOk(outcome: Outcome<unknown, { readonly reason: string }>): void {
  if (!outcome.ok) throw new Error(outcome.problem.reason)
}
