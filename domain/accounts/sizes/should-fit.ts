import type { Stretch } from '#db/enums.ts'

// The one rule for what should fit. The database writes the same rule into the search index
// (`fit_filters`); domain/catalogue/search/fit-filter.test.ts compares the two.

/** The points at which an item and a body are compared. */
export const fitPoints = ['bust', 'waist', 'hips'] as const
export type FitPoint = (typeof fitPoints)[number]

/** Centimetres, null where unknown. */
export type Body = {
  readonly bustCm: number | null
  readonly waistCm: number | null
  readonly hipsCm: number | null
}

/** Measurements of a garment as it is worn, in centimetres; null where unknown. */
export type Measurements = Body & {
  readonly stretch: Stretch | null
  readonly lengthCm: number | null
}

/** The least ease of an item, in centimetres, by its stretch; unknown counts as none. */
export const minEaseCm = { none: 2, some: -2, much: -8 } as const satisfies Record<Stretch, number>
/** The greatest ease of an item, in centimetres. */
export const MAX_EASE_CM = 10
/** An item up to this far below its least ease may be tight; further below, it is too small. */
export const MAX_TIGHT_CM = 4

export type Fit = {
  readonly fit: (typeof fits)[number]
  /** Where, or for an item that should fit, all points that were compared. */
  readonly at: readonly FitPoint[]
}

/** How an item fits a body; null when that is not known. */
export function shouldFit(item: Measurements, body: Body): Fit | null {
  const least = minEaseCm[item.stretch ?? 'none']
  const compared = fitPoints.flatMap((point) => {
    const [garment, own] = [item[columns[point]], body[columns[point]]]
    return garment === null || own === null ? [] : [{ point, ease: garment - own }]
  })
  const pointsWhere = (is: (ease: number) => boolean) =>
    compared.filter(({ ease }) => is(ease)).map(({ point }) => point)
  const at = {
    'too-small': pointsWhere((ease) => ease < least - MAX_TIGHT_CM),
    'too-large': pointsWhere((ease) => ease > MAX_EASE_CM),
    'may-be-tight': pointsWhere((ease) => ease < least),
    'should-fit': pointsWhere(() => true),
  }
  const fit = fits.find((one) => at[one].length > 0)
  return fit ? { fit, at: at[fit] } : null
}

/** The first one that is true of any point is said. */
const fits = ['too-small', 'too-large', 'may-be-tight', 'should-fit'] as const

const columns = { bust: 'bustCm', waist: 'waistCm', hips: 'hipsCm' } as const

/** Only the measurements that are compared. */
export function bodyOf({ bustCm, waistCm, hipsCm }: Body): Body {
  return { bustCm, waistCm, hipsCm }
}

/** Whether any measurement of this body is known. */
export function canBeCompared(body: Body): boolean {
  return fitPoints.some((point) => body[columns[point]] !== null)
}

/**
 * The lexemes of the search index for a body: an item should fit when it has one of each group. The
 * lexeme for a point at which the item is not measured ends in `any`.
 */
export function fitLexemes(body: Body): readonly (readonly string[])[] {
  const known = fitPoints.flatMap((point) => {
    const own = body[columns[point]]
    return own === null ? [] : [{ point, fits: `m:${point}:${own}` }]
  })
  const [only] = known
  if (!only) return []
  if (known.length === 1) return [[only.fits]]
  return [
    ...known.map(({ point, fits }) => [fits, `m:${point}:any`]),
    // At least one point has to be compared.
    known.map(({ fits }) => fits),
  ]
}
