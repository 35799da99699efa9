import { correct, reduceWithheld } from '#domain/booking/rentals/changes/corrections.ts'
import { confirmDelivery } from '#domain/booking/rentals/changes/delivery-answers.ts'
import {
  approveCondition,
  keepDeposit,
  markLost,
} from '#domain/booking/rentals/changes/rental-review.ts'
import {
  acceptRental,
  deliverRental,
  failDelivery,
  markLate,
  markNoShow,
  recordReturn,
} from '#domain/booking/rentals/changes/rental-steps.ts'
import { isLive, isOut } from './model/calendar.ts'
import { correct as corrected, reduce } from './model/corrections.ts'
import { canSecureRental } from './model/deposits.ts'
import { count, type Rental } from './model/state.ts'
import {
  confirmDelivery as confirmed,
  type Step,
  stepsFrom,
  takeStep,
  whyNotAnswer,
  whyNotDeliver,
  whyNotLate,
  whyNotLost,
  whyNotNoShow,
} from './model/steps.ts'
import { watchLate } from './returning-late.ts'
import {
  type Action,
  expectOutcome,
  note,
  outcomeCode,
  type Simulation,
  same,
  type Touched,
  today,
} from './simulation.ts'
import { ORIGIN } from './world.ts'

const steps = {
  accept: acceptRental,
  deliver: deliverRental,
  'fail delivery': failDelivery,
  'no show': markNoShow,
  'mark late': markLate,
  'mark lost': (...[db, who, on, now]: Parameters<typeof markLate>) =>
    markLost(db, who, { ...on, notes: 'It never came back' }, now),
} as const
const names: readonly Step[] = [
  'accept',
  'deliver',
  'deliver',
  'deliver',
  'fail delivery',
  'no show',
  'mark late',
  'mark lost',
  'return',
  'return',
  'approve',
  'approve',
  'keep',
]

export const step: Action = async (play) => {
  const { model, random } = play
  const open = model.rentals.filter(isLive).slice(-24)
  const lost = model.rentals.filter(({ isLost }) => isLost).slice(-6)
  const others = random.oneIn(6) ? model.rentals.slice(-20) : open
  const rental = random.one(lost.length > 0 && random.oneIn(12) ? lost : others)
  if (!rental) return null
  const begun = open.filter((one) => one.state === 'confirmed' && one.start <= today(play))
  const missed = random.oneIn(12) ? random.one(begun) : null
  if (missed) return await takeOne(play, missed, 'no show')
  const fitting = stepsFrom(rental)
  const isAwaited = model.rentals.some(({ atRisk }) => atRisk?.from === rental)
  const rare = (one: Step) =>
    one === 'fail delivery' ||
    (one === 'return' && isAwaited) ||
    (one === 'no show' && whyNotNoShow(model, rental, today(play)) !== null) ||
    (one === 'mark lost' && whyNotLost(rental, today(play)) !== null)
  const likely = fitting.filter((one) => !rare(one) || random.oneIn(4))
  const name = random.one(random.oneIn(5) ? names : likely) ?? random.one(names)
  return name ? await takeOne(play, rental, name) : null
}

/** The closet or an admin takes this step of a rental. */
export async function takeOne(play: Simulation, rental: Rental, name: Step): Promise<Touched> {
  const { world, model, random } = play
  const owner = world.items.find(({ id }) => id === rental.item.id)?.business_id
  const closet = world.closets.find(({ id }) => id === owner)
  const who = random.oneIn(3) || !closet ? world.admin : closet
  const cents = random.oneIn(4) ? 5000 : random.between(1, 5000)
  note(play, `${name} of rental ${rental.id} (${rental.state}), ${cents} cents`)
  const on = { rentalId: rental.id, origin: ORIGIN, today: today(play) }
  const now = world.clock.now()
  if (name === 'return') await recordReturn(world.db, who, on, now)
  else if (name === 'approve') await approveCondition(world.db, who, on, now)
  else if (name === 'keep')
    await keepDeposit(world.db, who, { ...on, cents, notes: 'Torn hem' }, now)
  else {
    const late = name === 'mark late' ? whyNotLate(rental, on.today) : null
    const lost = name === 'mark lost' ? whyNotLost(rental, on.today) : null
    const noShow = name === 'no show' ? whyNotNoShow(model, rental, on.today) : null
    const expected =
      noShow ??
      late ??
      lost ??
      whyNotAnswer(model, rental, name) ??
      whyNotDeliver(model, rental, name)
    const answered = await steps[name](world.db, who, on, now)
    if (expected) expectOutcome(play, name, answered, expected)
    else count(model, `${name}: ${answered.ok ? 'done' : 'refused otherwise'}`)
  }
  takeStep(model, rental, name, cents, on.today, who.id)
  return [rental.renter]
}

/** An admin undoes the last step of a rental, or reduces the amount withheld from its deposit. */
export const correctOne: Action = async (play) => {
  const { world, model, random } = play
  const overdue = model.rentals.filter((one) => isOut(one) && one.end < today(play))
  const appealed = model.rentals.filter(({ appeal }) => appeal).slice(-4)
  const lost = model.rentals.filter(({ isLost }) => isLost).slice(-4)
  const holdsUp = overdue.filter((one) => model.rentals.some(({ atRisk }) => atRisk?.from === one))
  const missed = model.rentals.filter(({ noShowAt }) => noShowAt !== null).slice(-4)
  const kinds = [appealed, lost, missed, sentAlready(play), holdsUp, overdue, overdue]
  const likely = random.one(kinds.filter((some) => some.length > 0)) ?? []
  const rental = random.one(
    random.oneIn(2) && likely.length > 0 ? likely : model.rentals.slice(-12),
  )
  if (!rental) return null
  const { rentalId, ...on } = { rentalId: rental.id, origin: ORIGIN }
  const now = world.clock.now()
  if (rental.withheld > 0 && random.oneIn(2)) {
    const cents = random.oneIn(3) ? 0 : random.between(0, rental.withheld)
    note(play, `an admin keeps ${cents} cents for rental ${rentalId}`)
    const answered = await reduceWithheld(world.db, world.admin, { ...on, rentalId, cents }, now)
    same('reducing', outcomeCode(answered), reduce(model, rental, cents))
    return [rental.renter]
  }
  await undoLast(play, rental)
  return holdsUp.includes(rental) && random.oneIn(2) ? await watchLate(play) : [rental.renter]
}

export async function undoLast(play: Simulation, rental: Rental): Promise<void> {
  const { world, model } = play
  const { rentalId, ...on } = { rentalId: rental.id, origin: ORIGIN }
  const now = world.clock.now()
  note(play, `an admin takes back the last step of rental ${rentalId} (${rental.state})`)
  const isSentBack = isOut(rental) && rental.sentBackAt !== null
  const last = rental.isLost ? 'undo-lost' : UNDO[rental.state]
  const correction = isSentBack ? 'undo-send-back' : last
  const answered = await correct(world.db, world.admin, { ...on, rentalId, correction }, now)
  expectOutcome(play, correction, answered, corrected(model, rental))
}

/** Completed rentals whose earning was transferred and whose deposit is still usable. */
function sentAlready({ model }: Simulation): readonly Rental[] {
  const sent = model.payouts.earnings.filter(
    (one) => one.kind === 'rental' && one.transfer && !one.isTakenBack,
  )
  const rentals = sent.flatMap(({ rental }) => rental ?? [])
  return rentals.filter(
    ({ state, withheld, deposit, isLost }) =>
      state === 'completed' && !isLost && withheld === 0 && canSecureRental(deposit),
  )
}

const UNDO = {
  pending: 'undo-accept',
  confirmed: 'undo-accept',
  out: 'undo-deliver',
  late: 'undo-late',
  back: 'undo-return',
  cancelled: 'reopen',
  completed: 'undo-review',
} as const

/** A renter confirms the delivery when asked. */
export const answerDelivery: Action = async (play) => {
  const { world, model, random } = play
  const late = model.rentals.filter(({ state, end }) => state === 'confirmed' && end < today(play))
  const rental = random.one(random.oneIn(4) ? model.rentals.slice(-10) : late)
  const renter = world.people.find(({ id }) => id === rental?.renter)
  if (!rental || !renter) return null
  note(play, `the renter of rental ${rental.id} (${rental.state}) says that it was delivered`)
  const on = { rentalId: rental.id, origin: ORIGIN, today: today(play) }
  const answered = await confirmDelivery(world.db, renter, on, world.clock.now())
  expectOutcome(play, 'confirm delivery', answered, confirmed(model, rental, on.today))
  return [rental.renter]
}
