import { releaseClaims } from '#domain/booking/rentals/changes/corrections.ts'
import { keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import { answerAppeal, fileAppeal } from '#domain/care/cases/appeals.ts'
import { enforceCaseDeadlines } from '#domain/care/cases/case-deadlines.ts'
import { type AppealOutcome, decideAppeal } from '#domain/care/cases/decide-appeal.ts'
import type { Outcome } from '#domain/shared/outcome.ts'
import type { CardName } from '#sandbox/core/cards.ts'
import { readRows } from '#test/postgres/rows.ts'
import { paidDeposits } from './paid-deposits.ts'

/** Deposits paid at the provider and partly withheld by a closet, and appeals against that. */
export async function appealedDeposits() {
  const world = await paidDeposits()
  const { db, made, clock, payments, renterWith } = world
  const admin = await made.admin()

  /** A deposit of $50.00 of which `cents` were withheld for a rental that has ended. */
  async function withheld(cents = 2000, card: CardName = 'visa') {
    const { renter, payment, returned } = await renterWith(1, card)
    const [rental] = returned
    if (!rental) throw new Error('nothing was returned')
    const { closet, on } = rental
    assertOk(await keepDeposit(db, closet, { ...on, cents }, clock.now()))
    return { renter, payment, closet, rentalId: on.rentalId }
  }

  type Withheld = Awaited<ReturnType<typeof withheld>>

  async function file({ renter, rentalId }: Withheld, words = 'It was torn before.') {
    assertOk(await fileAppeal(db, renter, { rentalId, words, imageIds: [] }, clock.now()))
  }

  async function answer({ closet, rentalId }: Withheld, words = 'It was whole.') {
    assertOk(await answerAppeal(db, closet, { rentalId, words, imageIds: [] }, clock.now()))
  }

  /** Files, answers and decides an appeal now. */
  async function decide(claim: Withheld, outcome: AppealOutcome, returnedCents: number | null) {
    await file(claim)
    await answer(claim)
    const decision = { rentalId: claim.rentalId, outcome, returnedCents, reasons: 'The photos.' }
    return await decideAppeal(db, admin, decision, clock.now())
  }

  /** Lets days pass and runs the jobs that check deadlines. */
  async function passDays(days: number) {
    clock.advance({ days })
    await releaseClaims(db, clock.now())
    await enforceCaseDeadlines(db, 'appeal', clock.now())
    await payments.processAll()
  }

  const claimOf = ({ rentalId }: Pick<Withheld, 'rentalId'>) =>
    db
      .selectFrom('deposit_claims')
      .selectAll()
      .where('rental_id', '=', rentalId)
      .executeTakeFirstOrThrow()
  const appealOf = ({ rentalId }: Pick<Withheld, 'rentalId'>) =>
    db
      .selectFrom('deposit_appeals')
      .selectAll()
      .where('rental_id', '=', rentalId)
      .executeTakeFirst()
  const earnedFor = ({ rentalId }: Pick<Withheld, 'rentalId'>) =>
    readRows(db, 'earnings', ['owner_id', 'amount_cents', 'source_key', 'payable_at'], {
      rental_id: rentalId,
      kind: 'damage',
    })

  return { ...world, admin, withheld, file, answer, decide, passDays, claimOf, appealOf, earnedFor }
}

function assertOk(outcome: Outcome<unknown, { readonly reason: string }>): void {
  if (!outcome.ok) throw new Error(outcome.problem.reason)
}
