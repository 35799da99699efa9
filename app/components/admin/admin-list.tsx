import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { NewestSearched } from '#app/components/manage/newest-searched.tsx'
import { SearchForm } from '#app/components/manage/search-form.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import type { Found } from '#domain/shared/lists/page.ts'
import { showCounted } from '#domain/shared/lists/show-counted.ts'
import { addressIn, type ListPart } from './list-part.ts'
import { NotLoaded } from './not-loaded.tsx'

type AdminListProps<Row> = {
  /** What the rows are: 'Brands'. */
  label: string
  part: ListPart
  /** The parts of the list, by the query parameter `part`; the first one is the default. */
  filters: readonly { readonly value: string; readonly label: string }[]
  /** Null when the list could not be loaded. */
  found: Found<Row> | null
  /** Shown when the whole list is empty, not only the search results. */
  empty: ReactNode
  searchable?: boolean
  /** Which rows a search reads when many match. */
  searched?: 'newest' | 'first'
  children: (rows: readonly Row[]) => ReactNode
}

export function AdminList<Row>(props: AdminListProps<Row>) {
  const { label, part, filters, found, empty, searchable = true, searched, children } = props
  const loading = useNavigation().state === 'loading'
  const [first] = filters
  const chosen = part.filter ?? first?.value
  return (
    <section aria-label={label}>
      <div className="mt-6 flex flex-wrap-reverse items-end justify-between gap-x-8 gap-y-4">
        {filters.length > 0 && (
          <div className="min-w-0 max-w-full max-sm:w-full">
            <Tabs
              label={`Filter ${label.toLowerCase()}`}
              tabs={filters.map(({ value, label: words }, index) => ({
                to: addressIn({ ...part, filter: index === 0 ? null : value }),
                label: words,
                current: value === chosen,
              }))}
            />
          </div>
        )}
        {searchable && (
          // A search covers every part; the tabs then narrow the results.
          <SearchForm label={`Search ${label.toLowerCase()}`} q={part.q} />
        )}
      </div>
      <NewestSearched
        what={label.toLowerCase()}
        isPartial={found?.isPartial ?? false}
        searched={searched}
      />
      <div aria-busy={loading} className="aria-busy:cursor-progress">
        {found === null ? (
          <NotLoaded label={label} to={addressIn(part)} />
        ) : found.rows.length > 0 ? (
          <>
            <p className="mt-4 text-sm text-soft tabular-nums" aria-live="polite">
              {showCounted(found.total)} total
            </p>
            {children(found.rows)}
          </>
        ) : part.q || part.filter ? (
          <EmptyState
            title={part.q ? `Nothing matches “${part.q}”` : 'Nothing here'}
            action={
              <LinkButton to={part.base} kind="secondary">
                {!first || first.value === 'all' ? 'Show all' : `Show “${first.label}”`}
              </LinkButton>
            }
          />
        ) : (
          empty
        )}
      </div>
      <div className="mt-10">
        <Pagination
          label={label}
          first={part.isFirst ? null : addressIn(part)}
          next={found?.next ? addressIn(part, { after: found.next }) : null}
        />
      </div>
    </section>
  )
}
