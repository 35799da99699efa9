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

/** 'Should fit', 'May be tight at the waist'. */
export function fitSentence({ fit, at }: Fit): string {
  return fit === 'should-fit' ? 'Should fit' : `May be tight at the ${pointsInWords(at)}`
}

/** 'Compared at bust and waist'. */
export function comparedSentence({ fit, at }: Fit): string | null {
  return fit === 'should-fit' ? `Compared at ${pointsInWords(at)}` : null
}
