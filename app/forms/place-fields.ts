import type { DbOrTx } from '#db/connection.ts'
import { statesOfCity } from '#domain/catalogue/cities/cities.ts'
import { isSameState } from '#domain/catalogue/places/states.ts'

type Place = { readonly city: string | null; readonly state: string | null }

/**
 * Validates city and state together: for a known city an empty state is filled in, and a state that
 * does not have the city is refused.
 */
export async function placeOf(
  db: DbOrTx,
  { city, state }: Place,
): Promise<{ readonly state: string | null; readonly problem: string | null }> {
  const states = city ? await statesOfCity(db, city) : []
  const [only] = states
  if (!city || only === undefined) return { state, problem: null }
  if (!state) return { state: states.length === 1 ? only : null, problem: null }
  const same = states.find((one) => isSameState(one, state))
  if (same) return { state: same, problem: null }
  return { state, problem: `${city} is in ${states.join(' or ')}.` }
}
