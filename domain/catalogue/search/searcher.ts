import type { DbOrTx } from '#db/connection.ts'
import { bodyOf } from '#domain/accounts/sizes/should-fit.ts'
import { readSizeProfile } from '#domain/accounts/sizes/sizes.ts'
import { readLikelyInSize } from '#domain/catalogue/fit/fit-answers.ts'
import { canBeFitted, type Wearer } from '#domain/catalogue/fit/wearer.ts'
import { hasCompletedRental } from '#domain/catalogue/items/items.ts'
import { placeNamed, pointOfZip } from '#domain/catalogue/places/places.ts'
import { asShopper, type Person } from '#domain/shared/actors.ts'
import { ME } from './search-query.ts'
import type { KnownFacets } from './understand.ts'

/** What somebody can be searched by. */
type Searcher = {
  /** Null for a visitor. */
  readonly person: Person | null
  /** Private; null while it is not known. */
  readonly zip: string | null
}

/** What the filters of this address need to know about who searches. */
export async function searcherOf(
  db: DbOrTx,
  { person, zip }: Searcher,
  params: URLSearchParams,
  now: Date,
) {
  const shopper = asShopper(person)
  const [wearer, hasCompleted] = await Promise.all([
    person && readWearer(db, person, params),
    shopper !== null && hasCompletedRental(db, shopper),
  ])
  return {
    wearer,
    here: zip === null ? null : pointOfZip(zip),
    renter: { hasCompleted, now },
    place: placeNamed(params.get('near') ?? ''),
  } satisfies Omit<KnownFacets, 'brands' | 'cities'>
}

/** What earlier wearers said is read only for a search that asks for it. */
async function readWearer(
  db: DbOrTx,
  person: Person,
  params: URLSearchParams,
): Promise<Wearer | null> {
  const profile = await readSizeProfile(db, person)
  if (!profile || !canBeFitted(profile)) return null
  const { usualSize } = profile
  const isChosen = params.get('fit') === ME && usualSize
  return {
    ...bodyOf(profile),
    inSize: isChosen ? await readLikelyInSize(db, person, usualSize) : null,
  }
}
