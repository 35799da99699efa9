import { isDoneOrLost, type Model } from './find-order.ts'
import type { BookingAnswer } from './item.ts'

interface Paid {
  readonly start: number
  readonly end: number
  readonly perWeek: number
  readonly isOver: boolean
}

interface Wallet {
  readonly credits: number
  /** What was rented, by the key of the form. */
  readonly paid: Readonly<Record<string, Paid>>
  /** Gifts and others that count once. */
  readonly gained: readonly string[]
}

export type WalletMove =
  | {
      readonly kind: 'rent'
      readonly key: string
      readonly start: number
      readonly end: number
      readonly perWeek: number
      readonly answer: BookingAnswer
    }
  | {
      readonly kind: 'change'
      readonly key: string
      readonly start?: number
      readonly end: number
      readonly answer: BookingAnswer
    }
  | { readonly kind: 'cancel'; readonly key: string; readonly answer: BookingAnswer }
  /** Ends one rental and pays for another one of the same days, by a form with the key `to`. */
  | {
      readonly kind: 'swap'
      readonly key: string
      readonly to: string
      readonly answer: BookingAnswer
    }
  | {
      readonly kind: 'gain'
      readonly from: string
      readonly credits: number
      readonly answer: 'done' | null
    }
  | { readonly kind: 'balance'; readonly credits: number }

/** The credits of one shopper: rentals are paid by the week, and canceled ones paid back. */
export function walletModel(credits: number): Model<Wallet, WalletMove> {
  return {
    initial: { credits, paid: {}, gained: [] },
    mayChange: isDoneOrLost,
    key: ({ credits: left, paid, gained }) =>
      JSON.stringify([
        left,
        Object.entries(paid).sort(([a], [b]) => (a < b ? -1 : 1)),
        gained.toSorted(),
      ]),
    step(wallet, move) {
      if (move.kind === 'balance') return wallet.credits === move.credits ? wallet : null
      if (move.kind === 'gain') return gain(wallet, move)
      const known = wallet.paid[move.key]
      if (move.kind === 'cancel') {
        if (move.answer !== 'done' && move.answer !== null) return wallet
        if (!known) return move.answer === 'done' ? null : wallet
        if (known.isOver) return wallet
        return pay(wallet, move.key, { ...known, isOver: true })
      }
      if (move.kind === 'swap') return swap(wallet, move)
      if (move.kind === 'rent') {
        if (known) return move.answer === 'short' ? null : wallet
        const { start, end, perWeek } = move
        return spend(wallet, move.key, { start, end, perWeek, isOver: false }, move.answer)
      }
      if (!known || known.isOver) return move.answer === 'done' ? null : wallet
      const days = { start: move.start ?? known.start, end: move.end }
      return spend(wallet, move.key, { ...known, ...days }, move.answer)
    },
  }
}

function gain(wallet: Wallet, { from, credits, answer }: WalletMove & { kind: 'gain' }) {
  if (wallet.gained.includes(from)) return answer === 'done' ? null : wallet
  return { ...wallet, credits: wallet.credits + credits, gained: [...wallet.gained, from] }
}

/** Nobody can lack credits: what comes back pays for an item of the same price. */
function swap(wallet: Wallet, { key, to, answer }: WalletMove & { kind: 'swap' }): Wallet | null {
  const old = wallet.paid[key]
  if (wallet.paid[to] || (answer !== 'done' && answer !== null)) return wallet
  if (!old || old.isOver) return answer === 'done' ? null : wallet
  return pay(pay(wallet, key, { ...old, isOver: true }), to, old)
}

/** Pays the difference to what has been paid, if the answer says so. */
function spend(wallet: Wallet, key: string, rental: Paid, answer: BookingAnswer): Wallet | null {
  const spent = pay(wallet, key, rental)
  const isShort = spent.credits < 0
  if (answer === 'short') return isShort ? wallet : null
  if (answer !== 'done' && answer !== null) return wallet
  if (isShort) return answer === null ? wallet : null
  return spent
}

function pay(wallet: Wallet, key: string, rental: Paid): Wallet {
  const before = wallet.paid[key]
  const credits = wallet.credits + (before ? priceOf(before) : 0) - priceOf(rental)
  return { ...wallet, credits, paid: { ...wallet.paid, [key]: rental } }
}

function priceOf({ start, end, perWeek, isOver }: Paid): number {
  return isOver ? 0 : Math.ceil((end - start + 1) / 7) * perWeek
}
