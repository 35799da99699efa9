import { useShell } from '#app/components/viewer/use-shell.ts'
import { zipAddress } from '#app/components/viewer/zip-address.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { Link } from '#app/ui/link.tsx'
import {
  ME,
  NEAR_MILES,
  type SearchQuery,
  searchAddress,
} from '#domain/catalogue/search/search-query.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { CAN_REACH_ME } from './search-words.ts'

const MILES = [5, 10, NEAR_MILES, 50, 100]

/** What can reach the person who searches, and what is near a place. */
export function PlaceChoices({ query, places }: { query: SearchQuery; places: readonly string[] }) {
  const { zip } = useShell()
  const isKnown = query.here !== null
  const near = [
    ...new Set([...(query.near ? [query.near] : []), ...(isKnown ? [ME] : []), ...places]),
  ]
  const miles = [...new Set([...MILES, query.within ?? NEAR_MILES])].sort((a, b) => a - b)
  return (
    <div className="border-b border-line py-3">
      {isKnown && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3 text-[0.9375rem] lg:min-h-8 lg:text-sm">
          <input
            type="checkbox"
            name="reach"
            value={ME}
            defaultChecked={query.reach}
            className="size-5 shrink-0 lg:size-4.5"
          />
          {CAN_REACH_ME}
        </label>
      )}
      <Link
        to={zipAddress(searchAddress(query, isKnown ? {} : { reach: true }))}
        rel="nofollow"
        className="inline-flex min-h-9 items-center text-sm text-link"
      >
        {isKnown ? `Near ${zip}` : 'Add your ZIP to see what can reach you'}
      </Link>
      {near.length > 0 && (
        <div className="grid grid-cols-2 gap-3 pt-2 pb-1">
          <SelectField
            label="Within"
            name="within"
            options={miles.map((value) => ({
              value: String(value),
              label: `${showNumber(value)} mi`,
            }))}
            defaultValue={query.within ?? NEAR_MILES}
          />
          <SelectField
            label="of"
            name="near"
            placeholder="Anywhere"
            options={near.map((value) => ({ value, label: value === ME ? 'me' : value }))}
            defaultValue={query.near ?? ''}
          />
        </div>
      )}
    </div>
  )
}
