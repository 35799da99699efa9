import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { type PanelFilter, panelFilters } from '#domain/rentals/panel-filters.ts'
import type { PanelRental } from '#domain/rentals/rental-panel.ts'
import type { CalendarDate } from '#domain/shared/calendar-date.ts'
import type { Page } from '#domain/shared/page.ts'
import { RentalRows } from './rental-rows.tsx'
import { filterWords } from './rental-stage.ts'
import { SearchForm } from './search-form.tsx'

export type RentalPanelProps = {
  base: string
  rentals: Page<PanelRental>
  filter: PanelFilter
  q: string
  isFirst: boolean
  /** How many wait for a step. */
  needing: number
  today: CalendarDate
  showsOwner?: boolean
}

/** The rentals that somebody runs, filtered and searched; the same for closets and admins. */
export function RentalPanel(props: RentalPanelProps) {
  const { base, rentals, filter, q, isFirst, needing, today, showsOwner } = props
  const address = (more: Record<string, string>) =>
    `${base}?${new URLSearchParams({ filter, ...(q && { q }), ...more })}`
  return (
    <>
      <div className="mt-8 flex flex-wrap-reverse items-end justify-between gap-5">
        <div className="min-w-0 max-w-full max-sm:w-full">
          <Tabs
            label="Which rentals"
            tabs={panelFilters.map((one) => ({
              to: address({ filter: one }),
              label: filterWords[one],
              current: one === filter,
              count: one === 'action' ? needing : undefined,
            }))}
          />
        </div>
        <SearchForm label="Search rentals" q={q} kept={{ filter }} />
      </div>
      <div className="mt-6">
        {rentals.rows.length > 0 ? (
          <RentalRows rentals={rentals.rows} today={today} base={base} showsOwner={showsOwner} />
        ) : (
          <Nothing base={base} filter={filter} q={q} />
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

function Nothing({ base, filter, q }: { base: string; filter: PanelFilter; q: string }) {
  if (q)
    return (
      <EmptyState
        title={`No rental matches “${q}”`}
        action={
          <LinkButton to={`${base}?filter=${filter}`} kind="secondary">
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
          <LinkButton to={`${base}?filter=all`} kind="secondary">
            All rentals
          </LinkButton>
        )
      }
    />
  )
}

const EMPTY = {
  action: 'Nothing waits for you',
  out: 'Nothing is out at the moment',
  due: 'Nothing is due back within three days',
  late: 'Nothing is late',
  done: 'No rental is done yet',
  all: 'No rentals yet',
} as const satisfies Record<PanelFilter, string>
