import type { Stretch } from '#db/enums.ts'

// The one rule of what should fit. The database writes the same rule into the index of the search
// (`fit_filters`); domain/search/fit-filter.test.ts compares the two.

/** Where an item and a body are compared. */
export const fitPoints = ['bust', 'waist', 'hips'] as const
export type FitPoint = (typeof fitPoints)[number]

/** Centimetres, null where unknown. */
export type Body = {
  readonly bustCm: number | null
  readonly waistCm: number | null
  readonly hipsCm: number | null
}

/** Of a garment as it is worn, in centimetres; null where unknown. */
export type Measurements = Body & {
  readonly stretch: Stretch | null
  readonly lengthCm: number | null
}

/** How much larger than the body an item may be at least, in centimetres; unknown is no stretch. */
export const leastEaseCm = { none: 2, some: -2, much: -8 } as const satisfies Record<
  Stretch,
  number
>
/** And at most. */
export const MAX_EASE_CM = 10
/** An item that is smaller than its least by up to this may be tight; a smaller one is too small. */
export const MAX_TIGHT_CM = 4

export type Fit =
  | { readonly fit: 'should-fit'; readonly at: readonly FitPoint[] }
  | { readonly fit: 'may-be-tight'; readonly at: readonly FitPoint[] }

/** What the rule says about an item and a body; null when it says nothing. */
export function shouldFit(item: Measurements, body: Body): Fit | null {
  const least = leastEaseCm[item.stretch ?? 'none']
  const compared = fitPoints.flatMap((point) => {
    const [garment, own] = [item[columns[point]], body[columns[point]]]
    return garment === null || own === null ? [] : [{ point, ease: garment - own }]
  })
  const canBeWorn = compared.every(
    ({ ease }) => ease <= MAX_EASE_CM && ease >= least - MAX_TIGHT_CM,
  )
  if (compared.length === 0 || !canBeWorn) return null
  const tight = compared.filter(({ ease }) => ease < least)
  const named = tight.length > 0 ? tight : compared
  const at = named.map(({ point }) => point)
  return { fit: tight.length > 0 ? 'may-be-tight' : 'should-fit', at }
}

const columns = { bust: 'bustCm', waist: 'waistCm', hips: 'hipsCm' } as const

/** Only what is compared. */
export function bodyOf({ bustCm, waistCm, hipsCm }: Body): Body {
  return { bustCm, waistCm, hipsCm }
}

/** Whether the rule can say anything about this body. */
export function canBeCompared(body: Body): boolean {
  return fitPoints.some((point) => body[columns[point]] !== null)
}

/**
 * The words of the search's index for a body: an item should fit when it has one word of each group.
 * A word for a point that the item was not measured at ends in `any`.
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
    // Compared at one point at least.
    known.map(({ fits }) => fits),
  ]
}
