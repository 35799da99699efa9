import type { Person } from '#domain/shared/actors.ts'
import type { Screen } from './screens.ts'

/** The screens of one person in one part of the site, those without an action first. */
export interface Part {
  /** What it begins with, for the name of a test. */
  readonly name: string
  readonly as: Person | undefined
  readonly screens: readonly Screen[]
}

export function partsOf(screens: readonly Screen[]): Part[] {
  const parts = Map.groupBy(screens, ({ route, as }) => `${route.split('/')[0]} ${as?.id}`)
  return [...parts.values()].map((part) => {
    const sorted = part.toSorted((a, b) => Number('act' in a) - Number('act' in b))
    const [first] = sorted
    return {
      name: `${first?.route} (${first?.state})`,
      as: first?.as ?? undefined,
      screens: sorted,
    }
  })
}
