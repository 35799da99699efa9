import { isDoneOrLost, type Model } from './find-order.ts'

interface Deposit {
  /** A refund goes from `requested` to `paid back` whenever the payment provider makes it. */
  readonly state: 'held' | 'requested' | 'paid back'
  /** The live rentals that it secures, by the keys of their forms. */
  readonly secures: readonly string[]
  readonly ended: readonly string[]
}

export type DepositMove =
  /** `refused`: for another reason than the deposit, so it was there. */
  | {
      readonly kind: 'rent'
      readonly key: string
      readonly answer: 'done' | 'missing' | 'refused' | null
    }
  | { readonly kind: 'cancel'; readonly key: string; readonly answer: 'done' | 'refused' | null }
  /** The rental of the form `to` takes the place of another one. */
  | {
      readonly kind: 'swap'
      readonly key: string
      readonly to: string
      readonly answer: 'done' | 'refused' | null
    }
  | { readonly kind: 'refund'; readonly answer: 'done' | 'in use' | 'missing' | null }
  | { readonly kind: 'shown'; readonly isHeld: boolean }

/** A paid deposit, which goes back when its owner asks for it and it secures no rental. */
export const depositModel: Model<Deposit, DepositMove> = {
  initial: { state: 'held', secures: [], ended: [] },
  // Who asks again and hears that none is held reads that it has arrived.
  mayChange: (move) => move.kind === 'refund' || isDoneOrLost(move),
  key: ({ state, secures, ended }) => JSON.stringify([state, secures.toSorted(), ended.toSorted()]),
  step(deposit, move) {
    const { state, secures, ended } = deposit
    const isHeld = state === 'held'
    switch (move.kind) {
      case 'shown':
        return isHeld === move.isHeld ? deposit : null
      case 'cancel':
        if (move.answer === 'refused' || !secures.includes(move.key)) return deposit
        return end(deposit, move.key)
      case 'swap': {
        const { key, to, answer } = move
        if (answer === 'refused' || [...secures, ...ended].includes(to)) return deposit
        if (!secures.includes(key)) return answer === null ? deposit : null
        const { secures: others, ...rest } = end(deposit, key)
        return { ...rest, secures: [...others, to] }
      }
      case 'rent':
        if ([...secures, ...ended].includes(move.key))
          return move.answer === 'done' || move.answer === null ? deposit : null
        if (move.answer === 'missing') return isHeld ? null : deposit
        if (!isHeld) return move.answer === null ? deposit : null
        if (move.answer === 'refused') return deposit
        return { state, secures: [...secures, move.key], ended }
      case 'refund':
        return refund(deposit, move.answer)
    }
  },
}

function end({ state, secures, ended }: Deposit, key: string): Deposit {
  return { state, secures: secures.filter((one) => one !== key), ended: [...ended, key] }
}

function refund(deposit: Deposit, answer: 'done' | 'in use' | 'missing' | null): Deposit | null {
  const { state, secures } = deposit
  if (state === 'held') {
    const reason = secures.length > 0 ? 'in use' : 'done'
    if (answer !== null && answer !== reason) return null
    return reason === 'done' ? { ...deposit, state: 'requested' } : deposit
  }
  // Asked for again, it is on its way, until it has arrived.
  if (answer === 'done') return state === 'requested' ? deposit : null
  if (answer === 'missing') return { ...deposit, state: 'paid back' }
  return answer === null ? deposit : null
}
