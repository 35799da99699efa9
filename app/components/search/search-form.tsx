import { useEffect, useEffectEvent, useRef } from 'react'
import { href, useNavigate } from 'react-router'
import { useCarryDates } from '#app/components/dates/carried-dates.ts'
import { CalendarIcon } from '#app/components/dates/date-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { controlStyle } from '#app/ui/fields/field-frame.tsx'
import { Form } from '#app/ui/form.tsx'
import { useTypedWords } from '#app/ui/hooks/use-typed-words.ts'
import { icon, SearchIcon } from '#app/ui/icons.tsx'
import type { Facet } from '#domain/catalogue/search/facets.ts'
import { NEAR_MILES, searchAddress, unwantedText } from '#domain/catalogue/search/search-query.ts'
import { readSearch } from '#domain/catalogue/search/understand.ts'
import { countFilters } from './active-filters.ts'
import { FacetChoices } from './facet-choices.tsx'
import { isWide } from './is-wide.ts'
import { type DatesHandle, SearchDates } from './search-dates.tsx'
import type { SearchScreen } from './search-screen.ts'
import { SearchSheet, type SheetHandle } from './search-sheet.tsx'
import { useCountAhead } from './use-count-ahead.ts'

const FilterIcon = icon(<path d="M3.5 7h17M6.5 12h11M9.5 17h5" />)

/**
 * Words, dates and filters as one GET form. With a script, wide screens search after every change,
 * and narrow ones show how many items a change would find.
 */
export function SearchForm({ screen }: { screen: SearchScreen }) {
  const { query, entered, today, prices, wearer } = screen
  const form = useRef<HTMLFormElement>(null)
  const sheets = [useRef<SheetHandle>(null), useRef<SheetHandle>(null)] as const
  const dates = useRef<DatesHandle>(null)
  const navigate = useNavigate()
  const ahead = useCountAhead(screen)
  useCarryDates(query.start, query.end)

  function entries(): URLSearchParams {
    const params = new URLSearchParams()
    for (const [name, value] of new FormData(form.current ?? undefined))
      if (typeof value === 'string') params.append(name, value)
    return params
  }

  const addressFor = (params: URLSearchParams) =>
    readSearch(params, knownIn(screen, params), today).canonical

  /** While only one day is chosen, the dates are still those of the search that is shown. */
  function addressSoFar(): string {
    const params = entries()
    if (Boolean(params.get('start')) !== Boolean(params.get('end')))
      for (const [name, day] of Object.entries(entered)) params.set(name, day)
    return addressFor(params)
  }

  function search() {
    ahead.stop()
    words.send()
    for (const sheet of sheets) sheet.current?.close()
    void navigate(addressFor(entries()))
  }

  function changed() {
    if (!isWide()) return ahead.count(addressSoFar())
    words.send()
    void navigate(addressSoFar(), { preventScrollReset: true })
  }

  // Applies choices that were made before the script had loaded.
  const applyEarlyChoices = useEffectEvent(() => {
    if (addressSoFar() !== addressOf(screen)) changed()
  })
  useEffect(() => applyEarlyChoices(), [])

  // The fields follow the address, which a chip or the Back button may have changed.
  const address = addressOf(screen)
  const words = useTypedWords(address, query.q)
  const follow = useEffectEvent(() => showSearch(form.current, screen))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each new address
  useEffect(() => follow(), [address])

  return (
    <Form
      ref={form}
      action={href('/search')}
      role="search"
      aria-label="Items"
      autoComplete="off"
      className="search-form"
      onSubmit={(event) => {
        event.preventDefault()
        search()
      }}
      onChange={({ target }) => {
        const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
        // Words are searched for when they are submitted; the dates report their own changes.
        if (isField && !['q', 'start', 'end', ''].includes(target.name)) changed()
      }}
    >
      <div className="search-words relative">
        <input
          ref={words.field}
          type="search"
          name="q"
          aria-label="What do you need?"
          placeholder="A red dress"
          maxLength={100}
          defaultValue={query.q}
          enterKeyHint="search"
          className={classNames(controlStyle, 'h-12 pr-13')}
        />
        <button
          type="submit"
          aria-label="Search"
          className="absolute inset-y-px right-px grid w-12 place-items-center rounded-control text-soft hover:text-ink"
        >
          <SearchIcon />
        </button>
      </div>
      <SearchSheet
        ref={sheets[0]}
        title="Dates"
        chip={
          <>
            <CalendarIcon className="size-4.5" /> Dates
          </>
        }
        isActive={query.start !== null}
        submitText={ahead.text}
        className="search-dates"
        onOpen={() => dates.current?.ask()}
        onClose={() => dates.current?.close()}
      >
        <SearchDates ref={dates} entered={entered} today={today} onChange={changed} />
        <ShowWithoutScript />
      </SearchSheet>
      <SearchSheet
        ref={sheets[1]}
        title="Filters"
        chip={
          <>
            <FilterIcon className="size-4.5" />
            {`Filters${countFilters(query) > 0 ? ` (${countFilters(query)})` : ''}`}
          </>
        }
        isActive={countFilters(query) > 0}
        submitText={ahead.text}
        className="search-filters"
        onOpen={openChosen}
      >
        <FacetChoices
          facets={ahead.facets}
          instant={ahead.instant}
          {...{ prices, query, wearer }}
        />
        <ShowWithoutScript />
      </SearchSheet>
      {query.minPrice !== null && <input type="hidden" name="min_price" value={query.minPrice} />}
      {query.not.map(unwantedText).map((text) => (
        <input key={text} type="hidden" name="not" value={text} />
      ))}
      {query.sort !== 'newest' && <input type="hidden" name="sort" value={query.sort} />}
    </Form>
  )
}

/** The address of the search that is shown, including invalid dates. */
function addressOf(screen: SearchScreen): string {
  const { query, entered, today } = screen
  const params = new URLSearchParams(searchAddress(query).split('?')[1])
  for (const [name, day] of Object.entries(entered)) if (day) params.set(name, day)
  return readSearch(params, knownIn(screen, params), today).canonical
}

/** Every value that the form can send. */
function knownIn({ query, facets, wearer }: SearchScreen, params: URLSearchParams) {
  const valuesOf = (name: Facet) => {
    const choices = facets.find((facet) => facet.name === name)?.choices ?? []
    const unwanted = query.not.filter(({ facet }) => facet === name)
    return [...new Set([...choices, ...unwanted].map(({ value }) => value))]
  }
  const cities = valuesOf('city')
  const near = params.get('near')
  return {
    brands: valuesOf('brand').map((id) => ({ id })),
    cities,
    wearer,
    here: query.here,
    renter: query.renter,
    place: [query.near, ...cities].find((place) => place === near) ?? null,
  }
}

/** Sets properties instead of resetting the form: after a reset, React would miss a click. */
function showSearch(form: HTMLFormElement | null, { query }: SearchScreen) {
  const selected: Record<string, string | undefined> = {
    max_price: query.maxPrice?.toString(),
    within: String(query.within ?? NEAR_MILES),
    near: query.near ?? undefined,
  }
  for (const field of form?.elements ?? []) {
    if (field instanceof HTMLSelectElement) field.value = selected[field.name] ?? ''
    else if (!(field instanceof HTMLInputElement)) continue
    else if (field.type === 'checkbox') field.checked = field.defaultChecked
  }
}

/** On wide screens, where the filters are always visible, only pages without a script need it. */
function ShowWithoutScript() {
  return (
    <noscript>
      <Button kind="secondary" className="mt-4 max-lg:hidden!" wide>
        Show items
      </Button>
    </noscript>
  )
}

/** Keeps a sheet short: only the first facet and those with a selection are open. */
function openChosen(sheet: HTMLElement) {
  for (const [index, facet] of sheet
    .querySelectorAll<HTMLDetailsElement>('.search-facet')
    .entries())
    facet.open = index === 0 || facet.querySelector(':checked') !== null
}
