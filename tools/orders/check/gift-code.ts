import { isDoneOrLost, type Model } from './find-order.ts'

export type GiftMove =
  | { readonly kind: 'claim'; readonly person: string; readonly answer: 'done' | 'used' | null }
  /** What its buyer saw. */
  | { readonly kind: 'shown'; readonly isClaimed: boolean }

/** A code that the first person who enters it claims. Its state is that person, at first ''. */
export const giftModel: Model<string, GiftMove> = {
  initial: '',
  mayChange: isDoneOrLost,
  key: (claimer) => claimer,
  step(claimer, move) {
    const isClaimed = claimer !== ''
    if (move.kind === 'shown') return isClaimed === move.isClaimed ? claimer : null
    if (isClaimed) return move.answer === 'done' ? null : claimer
    return move.answer === 'used' ? null : move.person
  },
}
