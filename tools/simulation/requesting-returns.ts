import type { ImageId } from '#db/ids.ts'
import { answerReturn } from '#domain/care/cases/answer-return.ts'
import { enforceCaseDeadlines } from '#domain/care/cases/case-deadlines.ts'
import { decideReturn } from '#domain/care/cases/decide-return.ts'
import { requestReturn } from '#domain/care/cases/returns.ts'
import { withdrawCase } from '#domain/care/cases/withdraw-case.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { make } from '#test/make/make.ts'
import * as returns from './model/return-requests.ts'
import type { Item, Rental } from './model/state.ts'
import { type Action, expectOutcome, note, type Simulation, someone, today } from './simulation.ts'

const LONG = 'o'.repeat(2001)
const WORDS: readonly [string, ...string[]] = ['It is too small.', 'It is blue.', ' ', LONG]
const MAX_PHOTOS = 6

/** A rental with a request, usually one for which `is` is true. */
function requestedOne({ model, random }: Simulation, is: (rental: Rental) => boolean) {
  const some = model.rentals.filter(({ returnRequest }) => returnRequest)
  if (random.oneIn(12)) return random.one(model.rentals.slice(-8))
  if (random.oneIn(5)) return random.one(some.slice(-8))
  return random.one(some.filter(is).slice(-8))
}

function renterOf(play: Simulation, rental: Rental): Shopper {
  const own = play.world.people.find(({ id }) => id === rental.renter)
  return play.random.oneIn(12) || !own ? someone(play) : own
}

/** A renter requests a return: in time, too late, again or without a photo. */
export const requestOne: Action = async (play) => {
  const { model, random } = play
  const open = model.rentals.filter(
    (one) => !one.returnRequest && returns.requestableUntil(model, one) !== null,
  )
  const missed = open.filter(({ noShowAt }) => noShowAt !== null)
  const again = model.rentals.filter(({ returnRequest }) => returnRequest).slice(-6)
  const others = random.oneIn(2) ? again : model.rentals.slice(-8)
  const rental = random.one(random.oneIn(4) ? others : missed.length > 0 ? missed : open)
  if (!rental) return null
  await requestFor(play, rental, renterOf(play, rental))
  return [rental.renter]
}

export async function requestFor(play: Simulation, rental: Rental, renter: Shopper): Promise<void> {
  const { world, model, random } = play
  const { returnRequest: earlier } = rental
  const isFitting = returns.isFitReturned(rental) ? !random.oneIn(3) : random.oneIn(5)
  const ofDelivered = isFitting ? 'does_not_fit' : 'not_as_described'
  const isMissed = rental.noShowAt !== null && !random.oneIn(6)
  const likely = isMissed ? 'no_show' : ofDelivered
  const reason = (random.oneIn(4) ? null : earlier?.reason) ?? likely
  const words = (random.oneIn(4) ? null : earlier?.words) ?? someWords(play)
  const imageIds = await photosFor(play, renter, reason)
  const isPhotoUnknown = imageIds.length > 0 && random.oneIn(12)
  if (isPhotoUnknown) imageIds[0] = newId()
  note(play, `${renter.id} asks to send ${rental.id} (${rental.state}) back: ${reason}`)
  const input = { rentalId: rental.id, reason, words, imageIds }
  const answer = () => requestReturn(world.db, renter, input, world.clock.now(), today(play))
  const [answered, second] = random.oneIn(4)
    ? await Promise.all([answer(), answer()])
    : [await answer(), null]
  const expectedInput = { reason, words, photos: imageIds.length, isPhotoUnknown }
  const expected = () => returns.request(model, rental, renter.id, expectedInput, today(play))
  expectOutcome(play, 'request return', answered, expected())
  if (second) expectOutcome(play, 'request return again', second, expected())
}

function someWords({ random }: Simulation): string {
  return random.oneIn(4) ? random.pick(WORDS) : WORDS[0]
}

/** Uploaded photos; sometimes none or too many. */
async function photosFor({ world, random }: Simulation, { id }: Shopper, reason: string) {
  const isNeeded = reason === 'not_as_described'
  const usual = isNeeded ? random.between(random.oneIn(6) ? 0 : 1, 2) : 0
  const many = random.oneIn(12) ? MAX_PHOTOS + random.between(0, 1) : usual
  const { image } = make(world.db)
  const photo = { owner_id: id, attached_at: null, use: 'return_request' } as const
  const images = await Promise.all(Array.from({ length: many }, () => image(photo)))
  return images.map((one): ImageId => one.id)
}

export const withdrawOne: Action = async (play) => {
  const { random } = play
  // Open requests are rarely withdrawn, so that most get an answer.
  const rental = requestedOne(play, (one) => returns.isUndecided(one) && random.oneIn(3))
  if (!rental) return null
  await withdrawFor(play, rental)
  return [rental.renter]
}

export async function withdrawFor(play: Simulation, rental: Rental): Promise<void> {
  const { world, model } = play
  const renter = renterOf(play, rental)
  note(play, `${renter.id} withdraws the request to send ${rental.id} back`)
  const answered = await withdrawCase(world.db, renter, 'return', rental.id, world.clock.now())
  expectOutcome(play, 'withdraw return', answered, returns.withdraw(model, rental, renter.id))
}

/** The closet accepts or contests a request, or another person tries to. */
export const answerOne: Action = async (play) => {
  const { random } = play
  const isLate = random.oneIn(4)
  const rental = requestedOne(play, ({ returnRequest }) =>
    isLate ? returnRequest?.status !== 'withdrawn' : returnRequest?.status === 'open',
  )
  if (!rental) return null
  await answerFor(play, rental, random.oneIn(3))
  return [rental.renter]
}

export async function answerFor(
  play: Simulation,
  rental: Rental,
  isAccepted: boolean,
): Promise<void> {
  const { world, model, random } = play
  const owner = world.closets.find(({ id }) => id === rental.item.lister)
  const admin = random.pick([world.admin, world.otherAdmin])
  const anybody = random.one([admin, ...world.closets])
  const who = (random.oneIn(10) ? anybody : owner) ?? admin
  const earlier = random.oneIn(2) ? rental.returnRequest?.answer : null
  const some = isAccepted ? someWords(play) : random.pick([WORDS[0], ...WORDS])
  const words = earlier ?? some
  note(play, `${who.id} ${isAccepted ? 'accepts' : 'contests'} the return of ${rental.id}`)
  const input = { rentalId: rental.id, answer: isAccepted ? 'accept' : 'contest', words } as const
  const answer = () => answerReturn(world.db, who, input, world.clock.now())
  const [answered, again] = random.oneIn(4)
    ? await Promise.all([answer(), answer()])
    : [await answer(), null]
  const by = { id: who.id, isAdmin: who.accountType === 'admin' }
  const expected = () => returns.answer(model, rental, by, { isAccepted, words })
  expectOutcome(play, 'answer return', answered, expected())
  if (again) expectOutcome(play, 'answer return again', again, expected())
}

/** An admin decides a contested request, sometimes twice at once. */
export const decideOne: Action = async (play) => {
  const { random } = play
  const any = random.oneIn(5)
  const rental = requestedOne(
    play,
    ({ returnRequest }) => any || returnRequest?.status === 'contested',
  )
  if (!rental) return null
  await decideFor(play, rental)
  return [rental.renter]
}

export async function decideFor(play: Simulation, rental: Rental): Promise<void> {
  const { world, model, random } = play
  const both = [world.admin, world.otherAdmin] as const
  const admin = random.pick(both)
  const earlier = rental.returnRequest?.status === 'refused' && random.oneIn(2)
  const outcome = earlier || random.oneIn(3) ? 'refused' : 'accepted'
  const reasons = random.oneIn(3) ? random.pick([' ', LONG]) : 'The photo shows it.'
  note(play, `${admin.id} decides about the return of ${rental.id}: ${outcome}`)
  const decision = { rentalId: rental.id, outcome, reasons } as const
  const answer = () => decideReturn(world.db, admin, decision, world.clock.now())
  const [answered, again] = random.oneIn(4)
    ? await Promise.all([answer(), answer()])
    : [await answer(), null]
  const others = both.flatMap(({ id }) => (id === admin.id ? [] : [id]))
  const expected = () => returns.decide(model, rental, [admin.id, others], { outcome, reasons })
  expectOutcome(play, 'decide return', answered, expected())
  if (again) expectOutcome(play, 'decide return again', again, expected())
}

/** The hourly job for return requests. */
export const watch: Action = async (play) => {
  note(play, 'return requests are watched')
  await enforceCaseDeadlines(play.world.db, 'return', play.world.clock.now())
  returns.enforceReturnDeadlines(play.model)
  return 'everybody'
}

/** Switches fit returns of an item on or off. */
export const chooseFitReturns: Action = async (play) => {
  const { random } = play
  const delivered = play.model.rentals.filter(
    (one) => returns.requestableUntil(play.model, one) !== null,
  )
  const item = random.one(delivered)?.item ?? random.one(play.model.items)
  if (!item) return null
  await changeFitReturns(play, item)
  return []
}

export async function changeFitReturns(play: Simulation, item: Item): Promise<void> {
  item.fitReturns = !item.fitReturns
  note(play, `${item.id} ${item.fitReturns ? 'can' : 'cannot'} be sent back when it does not fit`)
  // The form of an item saves all its fields; only this one matters here.
  await play.world.db
    .updateTable('clothing_items')
    .set({ fit_returns: item.fitReturns })
    .where('id', '=', item.id)
    .execute()
}
