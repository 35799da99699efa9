import { removePastPeriods } from '#domain/booking/calendar/calendar.ts'
import { releaseClaims } from '#domain/booking/rentals/changes/corrections.ts'
import {
  approveConditions,
  askAboutDeliveries,
  cancelUndelivered,
  expireRequests,
} from '#domain/booking/rentals/changes/rental-deadlines.ts'
import {
  remindOfRequests,
  remindOfReturns,
} from '#domain/booking/rentals/changes/return-reminders.ts'
import { expireProposals } from '#domain/booking/rentals/dates/answer-dates.ts'
import { passEntries } from '#domain/booking/waitlist/waitlist-deadlines.ts'
import { enforceCaseDeadlines } from '#domain/care/cases/case-deadlines.ts'
import { expireLots } from '#domain/money/credits/credits.ts'
import { remindOfExpiry } from '#domain/money/credits/expiry-reminders.ts'
import { remindOfGifts } from '#domain/money/gifts/gift-mail.ts'
import { grantDueMonths } from '#domain/money/plans/grants.ts'
import { enforceAppealDeadlines as watched } from './model/appeals.ts'
import { dayAfter, isLive, isOut } from './model/calendar.ts'
import { deadlines, removePastPeriods as removed } from './model/deadlines.ts'
import { instantOf } from './model/local-time.ts'
import { expire } from './model/lots.ts'
import { pass } from './model/provider.ts'
import { enforceReturnDeadlines as returnsWatched } from './model/return-requests.ts'
import type { Rental } from './model/state.ts'
import { grantDue } from './model/subscriptions.ts'
import { passEntries as passed } from './model/waitlist.ts'
import { watchLate } from './returning-late.ts'
import { type Action, note, type Simulation, same, TIME_ZONE, today } from './simulation.ts'
import { isBehind, isDueElsewhere } from './waiting.ts'
import { ORIGIN } from './world.ts'

// Mostly short spans: a checkout is open for a day, and a refund completes within seconds.
const SPANS: [number, ...number[]] = [
  15,
  ...[15, 15, 15, 3600, 3600, 3600, 6 * 3600, 6 * 3600],
  ...[86_400, 86_400, 3 * 86_400, 8 * 86_400, 29 * 86_400],
]

export const wait: Action = async (play) => {
  const { world, model, random } = play
  const seconds = random.pick(SPANS)
  note(play, `${seconds / 3600} hours pass`)
  world.clock.advance({ seconds })
  pass(model, world.clock.now().getTime())
  return 'everybody'
}

/** Part of a day: offers last 12 hours, and rentals at risk are decided in the evening. */
export const waitABit: Action = async (play) => {
  const { world, model, random } = play
  const hours = random.between(1, random.oneIn(3) ? 30 : 14)
  note(play, `${hours} hours pass`)
  world.clock.advance({ hours })
  pass(model, world.clock.now().getTime())
  return 'everybody'
}

/** Until shortly after an awaited item is late, a rental at risk is decided or an offer ends. */
export const waitForSomething: Action = async (play) => {
  const { world, model, random } = play
  const isAwaited = (out: Rental) =>
    model.rentals.some((one) => one.item === out.item && isLive(one) && one.start > out.end)
  const times = [
    ...model.rentals
      .filter((one) => isOut(one) && isAwaited(one))
      .map(({ end }) => dayAfter(end, 1)),
    ...model.rentals.filter((one) => one.atRisk && isLive(one)).map(({ start }) => start),
  ].map((day) => instantOf(day, 0) - (random.oneIn(2) ? 6 * HOUR_MS : 0))
  const ends = model.entries.flatMap(({ offer }) => (offer ? [offer.endsAt] : []))
  const at = random.one([...times, ...ends].filter((time) => time > model.now))
  if (at === undefined || at > model.now + 6 * 24 * HOUR_MS) return null
  const seconds = Math.ceil((at - model.now) / 1000) + random.between(0, 3600)
  note(play, `${Math.round(seconds / 3600)} hours pass, until something happens`)
  world.clock.advance({ seconds })
  pass(model, world.clock.now().getTime())
  return random.oneIn(2) ? await watchLate(play) : 'everybody'
}

/** Until shortly after an offer ends, or until its first day, when the daily job runs first. */
export const waitForOffer: Action = async (play) => {
  const { world, model, random } = play
  const offers = model.entries.filter(({ offer }) => offer)
  const awaited = offers.filter((one) => isDueElsewhere(model, one))
  const shared = offers.filter((one) => model.entries.some((other) => isBehind(one, other)))
  const untilDay = random.oneIn(3)
  const likely = untilDay ? shared : awaited
  const entry = random.one(likely.length > 0 && !random.oneIn(4) ? likely : offers)
  const at = untilDay && entry ? instantOf(entry.start, 0) : entry?.offer?.endsAt
  if (at === undefined || at <= model.now || at > model.now + 6 * 24 * HOUR_MS) return null
  const seconds = Math.ceil((at - model.now) / 1000) + random.between(0, 600)
  note(play, `${Math.round(seconds / 3600)} hours pass, until an offer ends`)
  world.clock.advance({ seconds })
  pass(model, world.clock.now().getTime())
  if (untilDay) await endPastWaits(play)
  return 'everybody'
}

const HOUR_MS = 3_600_000

export const expireCredits: Action = async (play) => {
  note(play, 'lapsed credits are written off')
  await expireLots(play.world.db, play.world.clock.now())
  expire(play.model)
  return 'everybody'
}

export const grantMonths: Action = async (play) => {
  note(play, 'months are granted')
  await grantDueMonths(play.world.db, play.world.clock.now())
  grantDue(play.model)
  return 'everybody'
}

/** The daily job of the waitlist. */
export async function endPastWaits({ world, model }: Simulation): Promise<void> {
  await passEntries(world.db, world.clock.now())
  passed(model)
}

/** After the job, no request is open whose time to answer is over. */
async function expectNoneOpen({ world }: Simulation): Promise<void> {
  const open = await world.db
    .selectFrom('rentals')
    .select('id')
    .where('status', '=', 'pending')
    .where('answer_by', '<=', world.clock.now())
    .execute()
  same('requests open past their time', open.length, 0)
}

export const meetDeadlines: Action = async (play) => {
  const { db, clock } = play.world
  note(play, 'deadlines are met and reminders sent')
  const at = { now: clock.now(), today: today(play), origin: ORIGIN }
  await expireRequests(db, at)
  await expireProposals(db, at)
  await askAboutDeliveries(db, at)
  await cancelUndelivered(db, at)
  await approveConditions(db, at)
  await releaseClaims(db, at.now)
  deadlines(play.model, at.today)
  await enforceCaseDeadlines(db, 'appeal', at.now)
  watched(play.model)
  await enforceCaseDeadlines(db, 'return', at.now)
  returnsWatched(play.model)
  await endPastWaits(play)
  await removePastPeriods(db, at.today)
  removed(play.model, at.today)
  await expectNoneOpen(play)
  await remindOfRequests(db, at)
  await remindOfReturns(db, at)
  const place = { origin: ORIGIN, timeZone: TIME_ZONE, from: 'Hemline <shop@hemline.test>' }
  await remindOfExpiry(db, place, clock.now())
  await remindOfGifts(db, place, clock.now())
  return 'everybody'
}
