import type { Model } from './find-order.ts'

interface Deposit {
  readonly isHeld: boolean
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
  | { readonly kind: 'refund'; readonly answer: 'done' | 'in use' | 'missing' | null }
  | { readonly kind: 'shown'; readonly isHeld: boolean }

/** A paid deposit, which goes back when its owner asks for it and it secures no rental. */
export const depositModel: Model<Deposit, DepositMove> = {
  initial: { isHeld: true, secures: [], ended: [] },
  key: ({ isHeld, secures, ended }) =>
    JSON.stringify([isHeld, secures.toSorted(), ended.toSorted()]),
  step(deposit, move) {
    const { isHeld, secures, ended } = deposit
    switch (move.kind) {
      case 'shown':
        return isHeld === move.isHeld ? deposit : null
      case 'cancel':
        if (move.answer === 'refused' || !secures.includes(move.key)) return deposit
        return {
          isHeld,
          secures: secures.filter((key) => key !== move.key),
          ended: [...ended, move.key],
        }
      case 'rent':
        if ([...secures, ...ended].includes(move.key))
          return move.answer === 'done' || move.answer === null ? deposit : null
        if (move.answer === 'missing') return isHeld ? null : deposit
        if (!isHeld) return move.answer === null ? deposit : null
        if (move.answer === 'refused') return deposit
        return { isHeld, secures: [...secures, move.key], ended }
      case 'refund': {
        const reason = isHeld ? (secures.length > 0 ? 'in use' : 'done') : 'missing'
        if (move.answer !== null && move.answer !== reason) return null
        return reason === 'done' ? { ...deposit, isHeld: false } : deposit
      }
    }
  },
}
