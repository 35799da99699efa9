import { releaseClaims } from '#domain/booking/rentals/changes/corrections.ts'
import { answerAppeal, fileAppeal } from '#domain/care/cases/appeals.ts'
import { enforceCaseDeadlines } from '#domain/care/cases/case-deadlines.ts'
import { decideAppeal } from '#domain/care/cases/decide-appeal.ts'
import { withdrawCase } from '#domain/care/cases/withdraw-case.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import * as appeals from './model/appeals.ts'
import { releaseClaims as released } from './model/deadlines.ts'
import type { Rental } from './model/state.ts'
import { requestRefundFor } from './renting.ts'
import { type Action, expectOutcome, note, type Simulation, someone } from './simulation.ts'

const WORDS: readonly [string, ...string[]] = ['It was torn before.', 'It is not torn.', ' ']

/** A rental with a withheld amount, usually one for which `is` is true. */
function withheldOne(
  { model, random }: Simulation,
  is: (rental: Rental) => boolean,
): Rental | undefined {
  const some = model.rentals.filter(({ withheld }) => withheld > 0)
  if (random.oneIn(20)) return random.one(some.slice(-8))
  return random.one(some.filter(is).slice(-8))
}

function renterOf(play: Simulation, rental: Rental) {
  const { world, random } = play
  const own = world.people.find(({ id }) => id === rental.renter)
  return random.oneIn(10) || !own ? someone(play) : own
}

/** A renter appeals against a withheld amount. */
export const fileOne: Action = async (play) => {
  const { random } = play
  const again = random.oneIn(4)
  const waits = random.oneIn(2)
  const rental = withheldOne(play, ({ appeal, finalAt, isReleased }) =>
    again
      ? appeal !== null && (finalAt === null || waits)
      : !appeal && finalAt === null && (isReleased || !waits),
  )
  if (!rental) return null
  const renter = renterOf(play, rental)
  const words = again || random.oneIn(2) ? random.pick(WORDS) : WORDS[0]
  await fileFor(play, rental, renter, words)
  return random.oneIn(3) ? await requestRefundFor(play, renter) : [rental.renter]
}

export async function fileFor(play: Simulation, rental: Rental, renter: Shopper, words: string) {
  const { world, model, random } = play
  note(play, `${renter.id} appeals against ${rental.withheld} cents for ${rental.id}`)
  const statement = { rentalId: rental.id, words, imageIds: [] }
  const answer = () => fileAppeal(world.db, renter, statement, world.clock.now())
  const [answered, second] = random.oneIn(4)
    ? await Promise.all([answer(), answer()])
    : [await answer(), null]
  const expected = appeals.file(model, rental, renter.id, words)
  expectOutcome(play, 'file appeal', answered, expected)
  if (second) expectOutcome(play, 'file appeal again', second, expected)
}

/** The closet explains why it withheld the money, or another person tries to. */
export const answerOne: Action = async (play) => {
  const { world, model, random } = play
  const isLate = random.oneIn(4)
  const again = random.oneIn(2)
  const rental = withheldOne(play, ({ appeal }) =>
    isLate ? appeal !== null && !(again && appeals.isOver(appeal)) : appeal?.status === 'open',
  )
  if (!rental) return null
  const owner = world.closets.find(({ id }) => id === rental.item.lister)
  const admin = random.pick([world.admin, world.otherAdmin])
  const anybody = random.one([admin, ...world.closets])
  const who = (random.oneIn(8) ? anybody : owner) ?? admin
  const words = isLate || random.oneIn(2) ? random.pick(WORDS) : WORDS[0]
  note(play, `${who.id} answers the appeal about ${rental.id}`)
  const statement = { rentalId: rental.id, words, imageIds: [] }
  const answered = await answerAppeal(world.db, who, statement, world.clock.now())
  const by = { id: who.id, isAdmin: who.accountType === 'admin' }
  expectOutcome(play, 'answer appeal', answered, appeals.answer(model, rental, by, words))
  return [rental.renter]
}

/** An admin decides, sometimes twice at once. */
export const decideOne: Action = async (play) => {
  const { world, model, random } = play
  const any = random.oneIn(3)
  const early = random.oneIn(2)
  const rental = withheldOne(play, ({ appeal }) =>
    any ? appeal !== null && (!early || appeal.status === 'open') : appeal?.status === 'answered',
  )
  if (!rental) return null
  const both = [world.admin, world.otherAdmin] as const
  const admin = random.pick(both)
  const outcome = random.pick(['upheld', 'reduced', 'reduced', 'overturned'] as const)
  const cents = random.oneIn(3)
    ? random.pick([0, rental.withheld, rental.withheld + 1])
    : random.between(1, rental.withheld)
  const reasons = random.oneIn(5) ? ' ' : 'The photos show it.'
  note(play, `${admin.id} decides the appeal about ${rental.id}: ${outcome}, ${cents} cents`)
  const decision = { rentalId: rental.id, outcome, returnedCents: cents, reasons }
  const answer = () => decideAppeal(world.db, admin, decision, world.clock.now())
  const [answered, again] = random.oneIn(4)
    ? await Promise.all([answer(), answer()])
    : [await answer(), null]
  const others = both.flatMap(({ id }) => (id === admin.id ? [] : [id]))
  const expect = () =>
    appeals.decide(model, rental, [admin.id, others], { outcome, cents, reasons })
  expectOutcome(play, 'decide appeal', answered, expect())
  if (again) expectOutcome(play, 'decide appeal again', again, expect())
  return [rental.renter]
}

export const withdrawOne: Action = async (play) => {
  const { world, model } = play
  const rental = withheldOne(play, ({ appeal }) => appeal !== null)
  if (!rental) return null
  const renter = renterOf(play, rental)
  note(play, `${renter.id} withdraws the appeal about ${rental.id}`)
  const answered = await withdrawCase(world.db, renter, 'appeal', rental.id, world.clock.now())
  expectOutcome(play, 'withdraw appeal', answered, appeals.withdraw(model, rental, renter.id))
  return [rental.renter]
}

/** The job that releases the rest of a deposit two days after an amount was withheld. */
export const release: Action = async (play) => {
  note(play, 'claims are released')
  await releaseClaims(play.world.db, play.world.clock.now())
  released(play.model)
  return 'everybody'
}

/** The hourly job for appeals. */
export const watch: Action = async (play) => {
  note(play, 'appeals are watched')
  await enforceCaseDeadlines(play.world.db, 'appeal', play.world.clock.now())
  appeals.enforceAppealDeadlines(play.model)
  return 'everybody'
}
