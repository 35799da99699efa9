import type { UsualSize } from '#db/enums.ts'
import { type Body, canBeCompared, type Fit } from '#domain/accounts/sizes/should-fit.ts'
import type { FitOdds } from './odds.ts'

// For whom items should fit (spec 3.7): the measurements say it, and where they say nothing, earlier
// wearers of the usual size.

/** An item whose odds are at least this is likely to fit; about three of four rented ones do. */
export const LIKELY = 0.75

/** Odds below this speak against an item. */
const UNLIKELY = 0.5

/** What earlier wearers said about items of one size, weighed for a person. */
export type LikelyInSize = {
  readonly size: UsualSize
  /** By how much the person's own answers make each answer likelier; 1 without such. */
  readonly factors: FitOdds
  /** The odds of a category of which nobody has said anything. */
  readonly all: FitOdds
  /** Null for items without a category. At most one for each category. */
  readonly categories: readonly {
    readonly category: string | null
    readonly odds: FitOdds
    readonly answers: number
  }[]
}

export type Wearer = Body & {
  /** Null without a usual size, and while nothing is searched with it. */
  readonly inSize: LikelyInSize | null
}

/** What measurements say, if it is the opposite of the odds. */
export function saysOtherwise(odds: FitOdds, measured: Fit | null): Fit | null {
  if (measured?.fit === 'should-fit') return odds.true < UNLIKELY ? measured : null
  const doesNotFit = measured?.fit === 'too-small' || measured?.fit === 'too-large'
  return doesNotFit && odds.true >= LIKELY ? measured : null
}

/** Whether anything is known by which items can be chosen. */
export function canBeFitted(wearer: Body & { readonly usualSize: UsualSize | null }): boolean {
  return canBeCompared(wearer) || wearer.usualSize !== null
}
