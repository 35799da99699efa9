import { href } from 'react-router'
import { ItemTitle } from '#app/components/items/item-title.tsx'
import { itemStatusWords } from '#app/components/manage/item-status-words.ts'
import { NewestSearched } from '#app/components/manage/newest-searched.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Link } from '#app/ui/link.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { ReviewedItem } from '#domain/catalogue/items/reviewed-items.ts'
import { counted } from '#domain/shared/figures.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { APPROVE_FORM, ApproveSelected } from './approve-selected.tsx'
import { Decided, DecisionButtons } from './decision-buttons.tsx'
import { EnlargedPhotos } from './enlarged-photos.tsx'
import { ItemFacts } from './item-facts.tsx'
import { pageAddress, partAddress } from './list-part.ts'
import { type DecidedPart, StatusTabs } from './status-tabs.tsx'
import { useFocusNext } from './use-focus-next.ts'

export type ItemsTabProps = {
  items: readonly ReviewedItem[]
  next: string | null
  isPartial: boolean
  part: DecidedPart
  waiting: number
  /** Whether the address selects all items of the page. */
  isSelected: boolean
}

const base = href('/admin/items')

/** The items of all listers (spec 12.3); pending ones can be approved or denied. */
export function ItemsTab({ items, next, isPartial, part, waiting, isSelected }: ItemsTabProps) {
  const { status, q, owner, importId } = part
  const pending = items.filter(({ approvalStatus }) => approvalStatus === 'pending')
  useFocusNext(pending.map(({ id }) => `item-${id}`))
  return (
    <>
      <StatusTabs {...{ base, status, q, waiting }} searchLabel="Search items" />
      <NewestSearched what="items" isPartial={isPartial} />
      {(owner || importId) && (
        <p className="mt-5 flex flex-wrap items-baseline gap-x-4">
          {items[0] && (
            <span>
              {isolated(
                importId
                  ? `From one import of ${items[0].owner.fullName}`
                  : `Items of ${items[0].owner.fullName}`,
              )}
            </span>
          )}
          <TextLink to={pageAddress(base, { ...part, owner: null, importId: null })}>
            Items of all closets
          </TextLink>
        </p>
      )}
      {status === 'pending' && items.length > 0 && (
        <ApproveSelected selectAllTo={partAddress(base, part, { select: 'all' })} />
      )}
      {items.length > 0 ? (
        // Otherwise the bar would cover a focused control at the top.
        <ul className="[&_:is(a,button,input)]:scroll-mt-40">
          {items.map((item) => (
            <ItemEntry
              // The boxes of the address that selects all are other ones.
              key={`${item.id} ${isSelected}`}
              item={item}
              part={part}
              isSelected={isSelected}
              hasOthers={items.filter(({ owner }) => owner.id === item.owner.id).length > 1}
            />
          ))}
        </ul>
      ) : (
        <EmptyState title={q ? `No items match “${q}”` : EMPTY[status ?? 'all']} />
      )}
      <div className="mt-10">
        <Pagination
          label="Items"
          first={part.after === null ? null : pageAddress(base, part)}
          next={next && pageAddress(base, part, next)}
        />
      </div>
    </>
  )
}

const EMPTY = {
  pending: 'No items to review',
  approved: 'No approved items',
  denied: 'No denied items',
  all: 'No items yet',
} as const

type ItemEntryProps = {
  item: ReviewedItem
  part: DecidedPart
  isSelected: boolean
  /** Whether the page has other items of its owner. */
  hasOthers: boolean
}

function ItemEntry({ item, part, isSelected, hasOthers }: ItemEntryProps) {
  const { label, kind } = itemStatusWords[item.status]
  const isPending = item.approvalStatus === 'pending'
  const isQueue = part.status === 'pending'
  const version = { item: item.id, changed_at: item.changedAt.toISOString() }
  return (
    <li className="border-b border-line py-8">
      <article
        aria-labelledby={`item-${item.id}`}
        className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:grid-rows-[auto_1fr]"
      >
        <div className="relative min-w-0">
          <p className="flex min-h-7 items-center">
            {isPending && isQueue && (
              <label className="-my-2 -ml-3 grid size-11 place-items-center">
                <input
                  type="checkbox"
                  name="selected"
                  value={`${version.item} ${version.changed_at}`}
                  form={APPROVE_FORM}
                  defaultChecked={isSelected}
                  className="size-5"
                />
                <span className="sr-only">Select {item.title}</span>
              </label>
            )}
            <Badge kind={kind}>{label}</Badge>
          </p>
          <h2 id={`item-${item.id}`} tabIndex={-1} className="mt-2 text-xl outline-none">
            <Link to={href('/admin/items/:id', { id: item.id })} className="hover:text-primary-700">
              <ItemTitle title={item.title} />
            </Link>
          </h2>
          {item.description && (
            <p className="mt-2 line-clamp-3 max-w-prose text-sm whitespace-pre-line">
              {item.description}
            </p>
          )}
          <div className="mt-4">
            <ItemFacts item={item} />
          </div>
          {isQueue && !part.importId && hasOthers && <Together item={item} part={part} />}
        </div>
        <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {item.photoUrls.length > 0 ? (
            <EnlargedPhotos urls={item.photoUrls} of={item.title} large />
          ) : (
            <p className="text-sm text-soft">No photo</p>
          )}
        </div>
        {isPending ? (
          <DecisionButtons
            fields={version}
            name={item.title}
            denyTo={partAddress(base, part, { deny: item.id })}
          />
        ) : (
          item.decidedAt && (
            <Decided
              decision={item.approvalStatus === 'approved' ? 'Approved' : 'Denied'}
              decidedAt={item.decidedAt}
              fields={{ item: item.id }}
              name={item.title}
            />
          )
        )}
      </article>
    </li>
  )
}

/** A link to the items that can be decided together with this one. */
function Together({ item, part }: { item: ReviewedItem; part: DecidedPart }) {
  const { imported, owner } = item
  if (!imported && part.owner) return null
  return (
    <p className="mt-3 text-sm">
      <TextLink
        to={pageAddress(
          base,
          imported ? { ...part, importId: imported.importId } : { ...part, owner: owner.id },
        )}
      >
        {imported
          ? `Only the ${counted(imported.waiting, 'item')} of this import`
          : isolated(`Only items of ${owner.fullName}`)}
      </TextLink>
    </p>
  )
}
