import type { Stretch } from '#db/enums.ts'
import type { Fit, FitPoint } from '#domain/accounts/sizes/should-fit.ts'

export const stretchWords = {
  none: 'No stretch',
  some: 'Some stretch',
  much: 'A lot of stretch',
} as const satisfies Record<Stretch, string>

const list = new Intl.ListFormat('en-US')

function pointsInWords(points: readonly FitPoint[]): string {
  return list.format(points)
}

/** 'Should fit', 'May be tight at the waist'; null for an item that does not fit. */
export function fitSentence({ fit, at }: Fit): string | null {
  if (fit === 'should-fit') return 'Should fit'
  return fit === 'may-be-tight' ? `May be tight at the ${pointsInWords(at)}` : null
}

/** What the measurements say, where it is the opposite of the odds: 'too small at the waist'. */
export function otherwiseInWords({ fit, at }: Fit): string {
  if (fit === 'should-fit') return 'should fit'
  return `${fit === 'too-large' ? 'too large' : 'too small'} at the ${pointsInWords(at)}`
}

/** 'Compared at bust and waist'. */
export function comparedSentence({ fit, at }: Fit): string | null {
  return fit === 'should-fit' ? `Compared at ${pointsInWords(at)}` : null
}
