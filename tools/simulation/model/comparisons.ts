import type { TransferByHand } from './payout-state.ts'
import { count, type Model } from './state.ts'

// The comparison of our transfers with the provider's, which can stop payouts.

const MINUTE_MS = 60_000
const COMPARED_MS = 40 * 24 * 60 * MINUTE_MS
const STABLE_AFTER_MS = 10 * MINUTE_MS

/** While a difference is open, no transfer is started or made. */
export function payoutsAreStopped({ payouts }: Model): boolean {
  return payouts.byHand.some(({ difference }) => difference === 'open')
}

/** Compares transfers of the last 40 days. Returns how many differences it finds. */
export function compareTransfers(model: Model): number {
  const { known, transfers, byHand } = model.payouts
  if (known.size === 0) return 0
  const from = model.now - COMPARED_MS
  const isCompared = (madeAt: number | null) =>
    madeAt !== null && madeAt >= from && madeAt < model.now - STABLE_AFTER_MS
  for (const one of transfers) {
    if (one.status !== 'made' || !isCompared(one.madeAt)) continue
    if (one.reversed > one.knownReversed) count(model, 'reversal found by the comparison')
    one.knownReversed = one.reversed
  }
  // Transfers to an account that its closet no longer has are ignored.
  const found = byHand.filter(
    ({ account, madeAt }) => known.get(account.owner)?.account === account && isCompared(madeAt),
  )
  for (const one of byHand) {
    if (found.includes(one)) open(model, one)
    else if (one.difference === 'open' && one.madeAt >= from) one.difference = 'over'
  }
  return found.length
}

function open(model: Model, one: TransferByHand): void {
  if (one.difference === 'accepted' || one.difference === 'open') return
  one.difference = 'open'
  count(model, 'difference found')
}

/** An admin marks a difference as explained. Returns what the command should. */
export function accept(model: Model, one: TransferByHand, note: string): string {
  if (note.trim() === '') return 'note-missing'
  if (one.difference !== 'open') return 'difference-not-found'
  one.difference = 'accepted'
  if (!payoutsAreStopped(model)) count(model, 'payouts released')
  return 'done'
}
