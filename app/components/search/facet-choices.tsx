import { href } from 'react-router'
import { classNames } from '#app/ui/class-names.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { ChevronDownIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { sizes, usNumbers } from '#domain/catalogue/items/fields/item-words.ts'
import { facetParameters } from '#domain/catalogue/search/facets.ts'
import { ME } from '#domain/catalogue/search/search-query.ts'
import { dollarsInShort } from '#domain/money/checkout/credit-prices.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { PlaceChoices } from './place-choices.tsx'
import type { SearchScreen } from './search-screen.ts'
import { INSTANT, priceInWords, SHOULD_FIT_ME } from './search-words.ts'
import type { ShownFacet, ShownInstant } from './shown-filters.ts'

type FacetChoicesProps = Pick<SearchScreen, 'facets' | 'prices' | 'instant' | 'query' | 'wearer'>

/** The filters with which the results can be narrowed. */
export function FacetChoices({ facets, prices, instant, query, wearer }: FacetChoicesProps) {
  const cities = facets.find(({ name }) => name === 'city')?.choices ?? []
  const places = cities.map(({ value }) => value)
  return (
    <div className="search-facets">
      <FitChoice chosen={query.fit !== null} isKnown={wearer !== null} />
      <PlaceChoices query={query} places={places} />
      {instant && <InstantChoice {...instant} />}
      {facets.map((facet) => (
        <FacetGroup key={facet.name} facet={facet} />
      ))}
      {prices.length > 0 && (
        <div className="border-b border-line py-4 lg:pt-5">
          <SelectField
            label="Price"
            name="max_price"
            placeholder="Any price"
            options={prices.map((step) => ({
              value: String(step),
              label: `${priceInWords(step)} (${dollarsInShort(step)})`,
            }))}
            defaultValue={query.maxPrice ?? ''}
          />
        </div>
      )}
    </div>
  )
}

function FitChoice({ chosen, isKnown }: { chosen: boolean; isKnown: boolean }) {
  return (
    <div className="border-b border-line py-3 lg:pt-0">
      {isKnown && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3 text-[0.9375rem] lg:min-h-8 lg:text-sm">
          <input
            type="checkbox"
            name="fit"
            value={ME}
            defaultChecked={chosen}
            className="size-5 shrink-0 lg:size-4.5"
          />
          {SHOULD_FIT_ME}
        </label>
      )}
      <Link
        to={href('/profile/size')}
        className="inline-flex min-h-9 items-center text-sm text-link"
      >
        {isKnown ? 'Your size profile' : 'Add your measurements to see what should fit you'}
      </Link>
    </div>
  )
}

function InstantChoice({ count, chosen }: NonNullable<ShownInstant>) {
  return (
    <div className="border-b border-line py-3">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-[0.9375rem] lg:min-h-8 lg:text-sm">
        <input
          type="checkbox"
          name="instant"
          value={ME}
          defaultChecked={chosen}
          className="size-5 shrink-0 lg:size-4.5"
        />
        <span className="min-w-0">{INSTANT}</span>
        <ChoiceCount count={count} />
      </label>
      <p className="text-sm text-soft">Confirmed as soon as you request it</p>
    </div>
  )
}

/** How many items a choice finds. */
function ChoiceCount({ count }: { count: number | null }) {
  if (count === null) return null
  return (
    <span className="ml-auto text-soft tabular-nums">
      {showNumber(count)}
      <span className="sr-only"> {count === 1 ? 'item' : 'items'}</span>
    </span>
  )
}

/** ' (US 8–10)' for M; '' for other sizes. */
function usNumbersOf(value: string): string {
  const size = sizes.find((one) => one === value)
  return size ? ` (US ${usNumbers[size].join('–')})` : ''
}

function FacetGroup({ facet: { name, label, choices } }: { facet: ShownFacet }) {
  const chosen = choices.filter((choice) => choice.chosen).length
  const hasLongNames = name === 'brand' || name === 'city'
  return (
    <details open className="search-facet border-b border-line">
      <summary className="flex min-h-12 items-center justify-between gap-3 font-medium lg:text-sm">
        <span>
          {label}
          {chosen > 0 && <span className="font-normal text-soft"> ({chosen})</span>}
        </span>
        <ChevronDownIcon className="search-facet-mark text-soft" />
      </summary>
      <fieldset className="pb-4">
        <legend className="sr-only">{label}</legend>
        <ul
          className={classNames(
            'grid gap-x-4',
            !hasLongNames && 'max-lg:grid-cols-2',
            choices.length > 12 && 'lg:-ml-1 lg:max-h-80 lg:overflow-y-auto lg:pl-1',
          )}
        >
          {choices.map(({ value, label, count, chosen }) => (
            <li key={value}>
              <label className="flex min-h-11 cursor-pointer items-center gap-3 text-[0.9375rem] lg:min-h-8 lg:text-sm">
                <input
                  type="checkbox"
                  name={facetParameters[name]}
                  value={value}
                  defaultChecked={chosen}
                  className="size-5 shrink-0 lg:size-4.5"
                />
                <span className="min-w-0 wrap-anywhere">
                  {label}
                  {name === 'size' && <span className="text-soft">{usNumbersOf(value)}</span>}
                </span>
                <ChoiceCount count={count} />
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
    </details>
  )
}
