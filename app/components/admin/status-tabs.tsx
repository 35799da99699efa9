import { SearchForm } from '#app/components/manage/search-form.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import type { ApprovalStatus } from '#db/enums.ts'
import type { ListingImportId, PersonId } from '#db/ids.ts'
import { showCounted } from '#domain/shared/lists/show-counted.ts'

export type DecidedPart = {
  readonly status: ApprovalStatus | null
  readonly q: string
  /** Only what this person listed. */
  readonly owner: PersonId | null
  /** Only what this import added. */
  readonly importId: ListingImportId | null
  readonly after: string | null
  /** Since when the viewer has been deciding on this page; another page starts anew. */
  readonly since: Date | null
}

type StatusTabsProps = {
  base: string
  status: ApprovalStatus | null
  q: string
  waiting: number
  searchLabel: string
}

const WORDS = [
  { status: 'pending', label: 'Pending' },
  { status: 'approved', label: 'Approved' },
  { status: 'denied', label: 'Denied' },
  { status: null, label: 'All' },
] as const

export function StatusTabs({ base, status, q, waiting, searchLabel }: StatusTabsProps) {
  return (
    <div className="mt-8 flex flex-wrap-reverse items-end justify-between gap-5">
      <div className="min-w-0 max-w-full max-sm:w-full">
        <Tabs
          label="Filter by status"
          tabs={WORDS.map((one) => ({
            to: `${base}?${new URLSearchParams({ status: one.status ?? 'all', ...(q && { q }) })}`,
            label: one.label,
            current: one.status === status,
            count: one.status === 'pending' ? showCounted(waiting) : undefined,
          }))}
        />
      </div>
      {/* A search covers every part; the tabs then narrow the results. */}
      <SearchForm label={searchLabel} q={q} hiddenFields={{ status: 'all' }} />
    </div>
  )
}
