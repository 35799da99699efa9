import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import {
  type PanelCounts,
  type PanelFilter,
  panelFilters,
} from '#domain/booking/rentals/lists/panel-filters.ts'
import type { PanelPage } from '#domain/booking/rentals/lists/panel-list.ts'
import { DUE_WITHIN_DAYS } from '#domain/booking/rentals/stage/deadline-days.ts'
import { inWords } from '#domain/shared/figures.ts'
import { showCounted } from '#domain/shared/lists/show-counted.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { NewestSearched } from './newest-searched.tsx'
import { groupsOf } from './rental-groups.ts'
import type { RentalPaths } from './rental-paths.ts'
import { RentalRows } from './rental-rows.tsx'
import { SearchForm } from './search-form.tsx'
import { filterWords } from './stage-words.ts'

export type RentalPanelProps = {
  paths: RentalPaths
  rentals: PanelPage
  filter: PanelFilter
  q: string
  isFirst: boolean
  counts: PanelCounts
  today: CalendarDate
  showsOwner?: boolean
}

export function RentalPanel(props: RentalPanelProps) {
  const { paths, rentals, filter, q, isFirst, counts, today, showsOwner } = props
  const address = (more: Record<string, string>) =>
    `${paths.list}?${new URLSearchParams({ filter, ...(q && { q }), ...more })}`
  return (
    <>
      <div className="mt-8 flex flex-wrap-reverse items-end justify-between gap-5">
        <div className="min-w-0 max-w-full max-sm:w-full">
          <Tabs
            label="Filter rentals"
            tabs={panelFilters.map((one) => ({
              to: address({ filter: one }),
              label: filterWords[one],
              current: one === filter,
              count: counts[one] === null ? undefined : showCounted(counts[one]),
            }))}
          />
        </div>
        <SearchForm label="Item, renter, email or phone" q={q} />
      </div>
      <NewestSearched what="rentals" isPartial={rentals.isPartial} />
      <div className="mt-6">
        {rentals.rows.length > 0 ? (
          <div className="grid gap-8">
            {groupsOf(rentals.rows, filter, today).map(({ title, rentals }) => (
              <section key={title ?? filter} aria-label={title ?? filterWords[filter]}>
                <h2 className={title ? 'mb-2 font-body text-base font-medium' : 'sr-only'}>
                  {title ?? filterWords[filter]}
                </h2>
                <RentalRows rentals={rentals} {...{ today, paths, showsOwner }} />
              </section>
            ))}
          </div>
        ) : (
          <Nothing paths={paths} filter={filter} q={q} />
        )}
      </div>
      <div className="mt-10">
        <Pagination
          label="Rentals"
          first={isFirst ? null : address({})}
          next={rentals.next && address({ after: rentals.next })}
        />
      </div>
    </>
  )
}

function Nothing({ paths, filter, q }: { paths: RentalPaths; filter: PanelFilter; q: string }) {
  if (q)
    return (
      <EmptyState
        title={`No rentals match “${q}”`}
        action={
          <LinkButton to={paths.list} kind="secondary">
            Clear the search
          </LinkButton>
        }
      />
    )
  return (
    <EmptyState
      title={EMPTY[filter]}
      action={
        filter !== 'all' && (
          <LinkButton to={`${paths.list}?filter=all`} kind="secondary">
            All rentals
          </LinkButton>
        )
      }
    />
  )
}

const EMPTY = {
  action: 'Nothing to do right now.',
  upcoming: 'No upcoming rentals',
  out: 'No items are out right now',
  due: `No returns due in the next ${inWords(DUE_WITHIN_DAYS, 'day')}`,
  late: 'No late rentals',
  done: 'No completed rentals',
  all: 'No rentals yet',
} as const satisfies Record<PanelFilter, string>
