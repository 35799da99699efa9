import type { PersonId } from '#db/ids.ts'
import { accountBalance, platformBalance, schedulePayout } from './balances.ts'
import { isLive } from './calendar.ts'
import { compareTransfers, payoutsAreStopped } from './comparisons.ts'
import { payableBy, sumOf } from './earnings.ts'
import type { KnownAccount, Transfer } from './payout-state.ts'
import { isUndecided } from './return-requests.ts'
import { count, type Model } from './state.ts'

// Transfers to closets: monthly runs and the result of each transfer.

const PAY_DAY = 5
const MIN_CENTS = 2500
const NEXT_TRY_MS = 20 * 3_600_000

/** Runs this month's payouts or their next part. Returns the transfers that it starts. */
export function payClosets(model: Model, today: string, until: 'a part' | 'the end'): Transfer[] {
  if (Number(today.slice(8)) < PAY_DAY) return []
  const { runs, known } = model.payouts
  const month = today.slice(0, 7)
  const run = runs.get(month) ?? { startedAt: model.now, paidThrough: '', isFinished: false }
  if (run.isFinished) return []
  if (!runs.has(month)) compareTransfers(model)
  if (payoutsAreStopped(model)) {
    count(model, 'payout run: stopped')
    return []
  }
  count(model, runs.has(month) ? 'payout run: went on' : 'payout run: began')
  runs.set(month, run)
  const owners = [...known]
    .filter(([owner, { state }]) => state === 'ready' && owner > run.paidThrough)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  run.paidThrough = owners.at(-1)?.[0] ?? run.paidThrough
  if (until === 'the end' || owners.length === 0) run.isFinished = true
  return owners.flatMap(([, one]) => claim(model, one, run.startedAt, false) ?? [])
}

/** Starts a transfer of all that is payable; null if it is too little or one is pending. */
function claim(
  model: Model,
  { account }: KnownAccount,
  by: number,
  isFinal: boolean,
): Transfer | null {
  const { owner } = account
  const { transfers } = model.payouts
  if (transfers.some((one) => one.owner === owner && one.status === 'pending')) return null
  const earnings = payableBy(model, owner, by)
  const cents = sumOf(earnings)
  if (cents < (isFinal ? 1 : MIN_CENTS)) return null
  const transfer: Transfer = {
    id: null,
    owner,
    account,
    cents,
    requestedAt: model.now,
    status: 'pending',
    tries: 0,
    lastTryAt: null,
    madeAt: null,
    isFinal,
    reversed: 0,
    knownReversed: 0,
  }
  for (const earning of earnings) earning.transfer = transfer
  if (earnings.some((one) => one.cents < 0)) count(model, 'transfer with a deduction')
  transfers.push(transfer)
  return transfer
}

/** Which part of a call is lost. */
export type Loss = 'the call' | 'the answer' | null

/** One attempt; 'away' if the provider did not answer. */
export function makeTransfer(model: Model, transfer: Transfer, loss: Loss = null): 'done' | 'away' {
  if (transfer.status !== 'pending') return 'done'
  if (transfer.madeAt !== null) {
    count(model, 'found after its answer was lost')
    markMade(model, transfer)
    return 'done'
  }
  if (payoutsAreStopped(model)) {
    count(model, 'transfer not made while payouts are stopped')
    return 'done'
  }
  if (loss === 'the call') return 'away'
  const refusal = whyRefused(model, transfer)
  if (!refusal) {
    transfer.madeAt = model.now
    schedulePayout(model, transfer.account)
  }
  if (loss === 'the answer') {
    count(model, refusal ? 'a refusal was lost' : 'an answer was lost')
    return 'away'
  }
  if (!refusal) markMade(model, transfer)
  else if (refusal === 'too little') {
    count(model, 'transfer waits for money')
    transfer.tries++
    transfer.lastTryAt = model.now
  } else {
    count(model, `transfer failed: ${refusal}`)
    fail(model, transfer)
  }
  return 'done'
}

function whyRefused(model: Model, { account, cents }: Transfer): string | null {
  if (account.hasLeft) return 'its account has left'
  if (!account.receivesTransfers) return 'its account is restricted'
  return cents > platformBalance(model).available ? 'too little' : null
}

/** Records that the provider has made a transfer, and what was reversed since. */
function markMade(model: Model, transfer: Transfer): void {
  if (transfer.status === 'failed' || transfer.madeAt === null) return
  if (transfer.status === 'pending') {
    transfer.status = 'made'
    count(model, transfer.tries > 0 ? 'transfer made after waiting' : 'transfer made')
    if (transfer.isFinal) count(model, 'final transfer made')
  }
  if (transfer.reversed > transfer.knownReversed) count(model, 'reversal known')
  transfer.knownReversed = transfer.reversed
}

/** Reverses part of a transfer at the provider, from what its account still has. */
export function reverse(model: Model, transfer: Transfer, cents: number): 'done' | 'refused' {
  const left = transfer.cents - transfer.reversed
  if (cents > left || cents > accountBalance(model, transfer.account)) return 'refused'
  transfer.reversed += cents
  return 'done'
}

/** Marks a transfer as failed; its earnings are owed again. */
function fail(model: Model, transfer: Transfer): void {
  transfer.status = 'failed'
  for (const earning of model.payouts.earnings)
    if (earning.transfer === transfer) earning.transfer = null
}

/** Makes pending transfers that have had no answer yet. */
export function makeUntried(model: Model): void {
  if (payoutsAreStopped(model)) return
  for (const one of inOrder(model)) if (one.tries === 0) makeTransfer(model, one)
}

/** The daily attempt to make waiting transfers. */
export function makePending(model: Model): number {
  const due = inOrder(model).filter(
    (one) => (one.lastTryAt ?? one.requestedAt) <= model.now - NEXT_TRY_MS,
  )
  for (const one of due) one.lastTryAt = model.now
  for (const one of due) makeTransfer(model, one)
  return due.length
}

function inOrder({ payouts }: Model): Transfer[] {
  const pending = payouts.transfers.filter(({ status }) => status === 'pending')
  return pending.toSorted((a, b) => (isBefore(a, b) ? -1 : 1))
}

function isBefore(a: Transfer, b: Transfer): boolean {
  if (a.requestedAt !== b.requestedAt) return a.requestedAt < b.requestedAt
  return (a.id ?? '') < (b.id ?? '')
}

/** An admin retries a failed transfer. Returns the command's answer and the new transfer. */
export function retry(model: Model, failed: Transfer): { answer: string; started?: Transfer } {
  const { transfers, known } = model.payouts
  const isReplaced = transfers.some((one) => one.owner === failed.owner && isBefore(failed, one))
  if (failed.status !== 'failed' || isReplaced) return { answer: 'already-handled' }
  if (payoutsAreStopped(model)) return { answer: 'payouts-stopped' }
  const account = known.get(failed.owner)
  if (account?.state !== 'ready') return { answer: 'account-not-ready' }
  const started = claim(model, account, model.now, failed.isFinal)
  return started ? { answer: 'done', started } : { answer: 'too-little' }
}

/** Failed transfers that can be retried. */
export function retryable({ payouts }: Model): Transfer[] {
  return payouts.transfers.filter(
    (one) =>
      one.status === 'failed' &&
      !payouts.transfers.some((other) => other.owner === one.owner && isBefore(one, other)),
  )
}

export function hasOpenRentals({ rentals }: Model, owner: PersonId): boolean {
  return rentals.some((one) => one.item.lister === owner && (isLive(one) || isUndecided(one)))
}

export function hasHeldEarnings({ now, payouts }: Model, owner: PersonId): boolean {
  return payouts.earnings.some(
    (one) => one.owner === owner && one.transfer === null && one.payableAt > now,
  )
}

/** A closet that leaves requests all that it is owed. Returns the answer and the transfer. */
export function requestFinal(
  model: Model,
  owner: PersonId,
): { answer: string; started?: Transfer } {
  const account = model.payouts.known.get(owner)
  if (account?.state !== 'ready') return { answer: 'account-not-ready' }
  if (payoutsAreStopped(model)) return { answer: 'payouts-stopped' }
  if (hasOpenRentals(model, owner)) return { answer: 'rental-open' }
  if (hasHeldEarnings(model, owner)) return { answer: 'not-payable-yet' }
  const started = claim(model, account, model.now, true)
  return started ? { answer: 'done', started } : { answer: 'nothing-to-send' }
}

/** Records a transfer after its event. */
export function applyTransferEvent(model: Model, transfer: Transfer): void {
  if (transfer.status === 'pending' && transfer.madeAt !== null) count(model, 'known by its event')
  markMade(model, transfer)
}
