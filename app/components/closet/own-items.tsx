import { useEffect, useRef } from 'react'
import { href } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { Form } from '#app/ui/form.tsx'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import {
  hasEveryItem,
  type OwnItemFilter,
  type OwnItemSort,
  ownItemFilters,
  ownItemSorts,
} from '#domain/catalogue/items/listing/own-item-filters.ts'
import type { OwnItemPage } from '#domain/catalogue/items/listing/own-item-list.ts'
import { MAX_NEWEST, showCounted } from '#domain/shared/lists/show-counted.ts'
import { ChooseItems } from './choose-items.tsx'
import { type BulkRefusals, NotChanged } from './not-changed.tsx'
import { OwnItemRow } from './own-item-row.tsx'
import words from './own-items.json' with { type: 'json' }
import { closetAddress, type OwnItemsView } from './own-items-address.ts'

type OwnItemsProps = {
  items: OwnItemPage
  view: OwnItemsView
  hasOlder: boolean
  mayAdd: boolean
  /** The ids of the items that are selected at first, or `ALL`. */
  selected: readonly string[]
  /** Why the selected items cannot be changed; '' when they can. */
  choiceProblem: string
  refusals: BulkRefusals | null
}

/** "Your Items" (spec 11.2): filters, sorting, search and bulk changes. */
export function OwnItems(props: OwnItemsProps) {
  const { items, view, hasOlder, mayAdd, selected, choiceProblem, refusals } = props
  const { rows, counts, page, pages, hasNext } = items
  const heading = useHeadingOfPage(page)
  // Only an import creates items without a photo, so this filter is hidden while it finds none.
  const isShown = (show: OwnItemFilter) =>
    show !== 'needs-photo' || view.show === show || counts[show] !== 0
  const isEmpty = counts.all === 0 && view.q === ''
  return (
    <section aria-labelledby="your-items" className="mt-12">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3">
        <h2 id="your-items" ref={heading} tabIndex={-1} className="outline-none">
          Your Items
          {page > 1 && <span className="font-body text-base text-soft"> page {page}</span>}
        </h2>
        {!isEmpty && <Search view={view} />}
      </div>
      {!isEmpty && (
        <div className="mt-4">
          <Tabs
            label="Filter items"
            tabs={ownItemFilters.filter(isShown).map((show) => ({
              to: closetAddress({ ...view, show, page: 1 }),
              label: FILTERS[show],
              current: show === view.show,
              count: counts[show] === null ? undefined : showCounted(counts[show]),
            }))}
          />
        </div>
      )}
      {hasOlder && !hasEveryItem(view.q, view.show, view.sort) && (
        <p className="mt-4 text-sm text-soft">
          Showing only your newest {MAX_NEWEST.toLocaleString('en-US')} items.{' '}
          <Link to={closetAddress(EVERY_ITEM)} className="font-medium text-link">
            View all items, newest first
          </Link>
        </p>
      )}
      {choiceProblem !== '' && (
        <Notice kind="error" className="mt-5">
          {choiceProblem}
        </Notice>
      )}
      {refusals && <NotChanged refusals={refusals} />}
      {rows.length > 0 ? (
        <>
          <ChooseItems
            id="choose-items"
            view={view}
            hasOlder={hasOlder}
            total={counts[view.show]}
            selected={selected}
          />
          {/* Otherwise the bar with the actions would cover a focused control at the top. */}
          <ul className="border-t border-line [&_:is(a,button,input)]:scroll-mt-60">
            {rows.map((item, index) => (
              <OwnItemRow
                key={item.id}
                item={item}
                priority={index < 4}
                chooseForm="choose-items"
                selected={selected.includes(item.id)}
                mayAdd={mayAdd}
                deleteTo={closetAddress(view, { delete: item.id })}
              />
            ))}
          </ul>
        </>
      ) : (
        <Nothing view={view} isEmpty={isEmpty} mayAdd={mayAdd} />
      )}
      <div className="mt-8">
        <Pagination
          label="Your Items"
          first={page > 2 ? closetAddress({ ...view, page: 1 }) : null}
          previous={page > 1 ? closetAddress({ ...view, page: page - 1 }) : null}
          position={pages === null ? `Page ${page}` : `Page ${page} of ${pages}`}
          next={hasNext ? closetAddress({ ...view, page: page + 1 }) : null}
        />
      </div>
    </section>
  )
}

/** After turning the page, the focus is on the heading of the list. */
function useHeadingOfPage(page: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    heading.current?.focus()
  }, [page])
  return heading
}

function Search({ view }: { view: OwnItemsView }) {
  return (
    <Form
      method="get"
      role="search"
      className="flex w-full flex-wrap items-end gap-2 sm:w-auto sm:flex-nowrap"
    >
      {view.show !== 'all' && <input type="hidden" name="show" value={view.show} />}
      <Field
        key={view.q}
        label="Search your items"
        labelHidden
        type="search"
        name="q"
        defaultValue={view.q}
        placeholder="Search your items"
        className="w-full sm:w-56 [&_input]:h-11"
      />
      <SelectField
        key={view.sort}
        label="Sort by"
        labelHidden
        name="sort"
        defaultValue={view.sort}
        options={ownItemSorts.map((value) => ({ value, label: SORTS[value] }))}
        className="min-w-0 flex-1 sm:w-48 [&_select]:h-11"
      />
      <Button kind="secondary" className="min-h-11! px-5!">
        Apply
      </Button>
    </Form>
  )
}

function Nothing({
  view,
  isEmpty,
  mayAdd,
}: {
  view: OwnItemsView
  isEmpty: boolean
  mayAdd: boolean
}) {
  if (!isEmpty)
    return (
      <EmptyState
        title={view.q ? `No items match “${view.q}”` : NOTHING[view.show]}
        action={
          <LinkButton to={closetAddress({ ...view, q: '', show: 'all', page: 1 })} kind="secondary">
            All items
          </LinkButton>
        }
      />
    )
  return mayAdd ? (
    <EmptyState
      title="Your closet is still empty"
      action={<LinkButton to={href('/business/items/new')}>Add Item</LinkButton>}
    >
      List your first item. It appears in the shop once it has been approved.
    </EmptyState>
  ) : (
    <EmptyState title="Your closet is empty">
      Only admins can post items at the moment. Existing items stay listed.
    </EmptyState>
  )
}

const EVERY_ITEM: OwnItemsView = { q: '', show: 'all', sort: 'newest', page: 1 }

const FILTERS: Record<OwnItemFilter, string> = words.filters

const NOTHING: Record<OwnItemFilter, string> = words.nothing

const SORTS: Record<OwnItemSort, string> = words.sorts
