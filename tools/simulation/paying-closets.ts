import type { PersonId, TransferId } from '#db/ids.ts'
import { correctEarnings } from '#domain/money/payouts/earned/correct-earnings.ts'
import { payClosets } from '#domain/money/payouts/pay-closets.ts'
import { syncOwnAccount } from '#domain/money/payouts/payout-accounts.ts'
import { setPayoutRate } from '#domain/money/payouts/payout-rate.ts'
import {
  makePendingTransfers,
  makeTransfer,
} from '#domain/money/payouts/transfers/make-transfer.ts'
import { retryTransfer } from '#domain/money/payouts/transfers/retry-transfer.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { StripeUnavailable } from '#gateways/stripe/stripe-errors.ts'
import { compareWithStripe } from './compare-payouts.ts'
import { reverseOne } from './differing.ts'
import { platformBalance } from './model/balances.ts'
import {
  announceRate as announced,
  correctEarnings as corrected,
  payableBy,
  sumOf,
} from './model/earnings.ts'
import { instantOf } from './model/local-time.ts'
import { check, sync } from './model/payout-accounts.ts'
import type { ConnectedAccount, Transfer } from './model/payout-state.ts'
import { pass } from './model/provider.ts'
import { count } from './model/state.ts'
import * as transfers from './model/transfers.ts'
import { handleWebhooks } from './providing.ts'
import {
  type Action,
  expectOutcome,
  note,
  type Simulation,
  same,
  TIME_ZONE,
  today,
} from './simulation.ts'
import type { Loss } from './world.ts'

/** An admin announces a new rate, sometimes too late or too high. */
export const announceRate: Action = async (play) => {
  const { world, random } = play
  const cents = random.oneIn(6) ? random.pick([-1, 101]) : random.between(0, 100)
  const from = addDays(today(play), random.between(28, 45))
  note(play, `a rate of ${cents} cents is announced from ${from}`)
  const at = { now: world.clock.now(), timeZone: TIME_ZONE }
  const answered = await setPayoutRate(world.db, world.admin, { cents, from }, at)
  expectOutcome(play, 'announce rate', answered, announced(play.model, cents, from))
  return []
}

/** An admin adds to or deducts from what a closet earned; sometimes the form is posted twice. */
export const correctOne: Action = async (play) => {
  const { world, model, random } = play
  const failed = model.payouts.transfers.filter(({ status }) => status === 'failed').slice(-2)
  const gone = random.oneIn(4) ? random.one([...model.left]) : undefined
  const unpaid = random.oneIn(3) ? random.one(failed)?.owner : undefined
  const ownerId = gone ?? unpaid ?? random.pick(world.closets).id
  const usual = random.oneIn(3) ? random.between(-6000, -1) : random.between(1, 9000)
  const cents = random.oneIn(10) ? random.pick([0, 1_000_001]) : usual
  await correct(play, ownerId, cents, random.oneIn(12) ? ' ' : 'Dry cleaning')
  return []
}

export async function correct(play: Simulation, ownerId: PersonId, cents: number, text: string) {
  const { world, model, random } = play
  note(play, `the earnings of ${ownerId} are corrected by ${cents} cents`)
  const correction = { ownerId, cents, note: text, requestKey: newId() }
  const answer = () => correctEarnings(world.db, world.admin, correction, world.clock.now())
  const [answered, again] = random.oneIn(4)
    ? await Promise.all([answer(), answer()])
    : [await answer(), null]
  const expected = corrected(model, ownerId, cents, text)
  expectOutcome(play, 'correct earnings', answered, expected)
  if (again) expectOutcome(play, 'correct earnings again', again, expected)
}

/** The hourly job that pays closets once a month; sometimes it is interrupted. */
export const runPayouts: Action = async (play) => {
  const { world, model, random } = play
  const date = today(play)
  const until = random.oneIn(4) ? 'a part' : 'the end'
  note(play, `closets are paid until ${until}`)
  const at = { now: world.clock.now(), today: date }
  const started = transfers.payClosets(model, date, until)
  while ((await payClosets(world.db, world.stripe, at)) > 0 && until === 'the end');
  for (const transfer of started) await learnId(play, transfer)
  count(model, 'transfer started', started.length)
  return []
}

/** Identifies a transfer by its owner, who has only one pending at a time. */
export async function learnId({ world }: Simulation, transfer: Transfer): Promise<void> {
  const row = await world.db
    .selectFrom('transfers')
    .select('id')
    .where('owner_id', '=', transfer.owner)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (!row)
    throw new Error(`no transfer of ${transfer.cents} cents to ${transfer.owner} is pending`)
  transfer.id = row.id
}

/** Runs the job of a transfer; its call or Stripe's answer may be lost. */
export const makeOne: Action = async (play) => {
  const { model, random } = play
  const pending = model.payouts.transfers.filter(({ status }) => status === 'pending')
  const transfer = random.one(random.oneIn(8) ? model.payouts.transfers : pending)
  if (!transfer?.id) return null
  if (transfer.status === 'pending' && random.oneIn(4)) await refuseAccount(play, transfer.account)
  const loss = random.pick([
    null,
    null,
    'the call',
    'the answer',
    'the answer',
    'the first answer',
  ] as const)
  await attemptTransfer(play, transfer, loss)
  if (transfer.madeAt === model.now && random.oneIn(2)) await reverseOne(play)
  if (loss === 'the answer' && random.oneIn(3)) await handleWebhooks(play)
  await compareWithStripe(play)
  return []
}

export async function attemptTransfer(
  play: Simulation,
  transfer: Transfer,
  loss: Loss,
): Promise<void> {
  const { world, model } = play
  if (!transfer.id) return
  note(play, `transfer ${transfer.id} is made, ${loss ?? 'nothing'} is lost`)
  world.setTransferLoss(loss)
  const answered = await attempt(play, transfer.id)
  world.setTransferLoss(null)
  const lost = loss === 'the first answer' ? null : loss
  same('making a transfer', answered, transfers.makeTransfer(model, transfer, lost))
}

/** Stripe checks the account of a transfer again and restricts it. */
async function refuseAccount(
  { world, model }: Simulation,
  account: ConnectedAccount,
): Promise<void> {
  if (account.hasLeft || account.stage === 'new') return
  await world.checkAccount(account.id, 'rejected.fraud')
  check(account, 'refused')
  count(model, 'checked again: refused')
}

async function attempt({ world }: Simulation, id: TransferId): Promise<'done' | 'away'> {
  try {
    await makeTransfer(world.db, world.stripe, id, world.clock.now())
    return 'done'
  } catch (error) {
    if (error instanceof StripeUnavailable) return 'away'
    throw error
  }
}

/** The daily job for waiting transfers. */
export const makePending: Action = async (play) => {
  const { world, model } = play
  note(play, 'waiting transfers are tried again')
  const tries = await makePendingTransfers(world.db, world.stripe, world.clock.now())
  same('the waiting transfers', tries, transfers.makePending(model))
  return []
}

/** An admin retries a transfer. */
export const retryOne: Action = async (play) => {
  const { world, model, random } = play
  const failed = transfers.retryable(model)
  const transfer = random.one(random.oneIn(5) ? model.payouts.transfers : failed)
  if (!transfer?.id) return null
  if (random.oneIn(3)) await readAccount(play, transfer.owner)
  else if (random.oneIn(2)) await deductBelowMinimum(play, transfer.owner)
  note(play, `transfer ${transfer.id} is retried`)
  const { answer, started } = transfers.retry(model, transfer)
  const answered = await retryTransfer(
    world.db,
    world.admin,
    world.stripe,
    transfer.id,
    world.clock.now(),
  )
  expectOutcome(play, 'retry transfer', answered, answer)
  if (started) await learnId(play, started)
  return []
}

/** Before the retry, its account is read. */
async function readAccount(play: Simulation, ownerId: PersonId): Promise<void> {
  const { world, model } = play
  const closet = world.closets.find(({ id }) => id === ownerId)
  const known = model.payouts.known.get(ownerId)
  if (!closet || !known) return
  note(play, `the account of ${ownerId} is read`)
  await syncOwnAccount(world.db, closet, world.stripe, world.clock.now())
  sync(model, known.account)
}

/** Before the retry, a deduction leaves less than the minimum of a transfer. */
async function deductBelowMinimum(play: Simulation, ownerId: PersonId): Promise<void> {
  const { model, random } = play
  const payable = sumOf(payableBy(model, ownerId, model.now))
  const cents = random.between(-200, 2499) - payable
  if (cents < 0) await correct(play, ownerId, cents, 'Paid in cash')
}

/** The platform's owner pays out the whole available balance to the bank. */
export const emptyBalance: Action = async (play) => {
  const { world, model } = play
  const { available: amount } = platformBalance(model)
  if (amount <= 0) return null
  note(play, `${amount} cents leave the balance of the platform`)
  await world.dashboard.payouts.create({ amount, currency: 'usd' })
  model.payouts.withdrawn += amount
  count(model, 'balance emptied')
  return []
}

/** Waits until the fifth of a month, if one is near. */
export const waitForPayDay: Action = async (play) => {
  const { world, model, random } = play
  const at = instantOf(nextFifth(today(play)), random.between(4, 20))
  if (at - model.now > 31 * 86_400_000) return null
  const seconds = Math.ceil((at - model.now) / 1000)
  note(play, `${Math.round(seconds / 3600)} hours pass, until closets are paid`)
  world.clock.advance({ seconds })
  pass(model, world.clock.now().getTime())
  return 'everybody'
}

/** A closet earns something, and closets are paid on the fifth. */
export const payMonth: Action = async (play) => {
  const { world, model, random } = play
  const ready = world.closets.filter(({ id }) => model.payouts.known.get(id)?.state === 'ready')
  const closet = random.one(ready)
  if (closet) await correct(play, closet.id, random.between(2500, 9000), 'Dry cleaning')
  await waitForPayDay(play)
  await runPayouts(play)
  return 'everybody'
}

function nextFifth(day: CalendarDate): CalendarDate {
  const month = Number(day.slice(8)) < 5 ? day : addDays(day, 29)
  return parseCalendarDate(`${month.slice(0, 8)}05`) ?? day
}
