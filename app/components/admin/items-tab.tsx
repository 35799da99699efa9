import { href } from 'react-router'
import { ItemTitle } from '#app/components/items/item-title.tsx'
import { itemStatusWords } from '#app/components/manage/item-status-words.ts'
import { NewestSearched } from '#app/components/manage/newest-searched.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { ReviewedItem } from '#domain/catalogue/items/reviewed-items.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { EnlargedPhotos } from './enlarged-photos.tsx'
import { partAddress } from './list-part.ts'
import { type DecidedPart, StatusTabs } from './status-tabs.tsx'
import { useFocusNext } from './use-focus-next.ts'

export type ItemsTabProps = {
  items: readonly ReviewedItem[]
  next: string | null
  isPartial: boolean
  part: DecidedPart
  waiting: number
}

const base = href('/admin/items')

/** The items of all listers (spec 12.3); pending ones can be approved or denied. */
export function ItemsTab({ items, next, isPartial, part, waiting }: ItemsTabProps) {
  const { status, q } = part
  useFocusNext(items.map(({ id }) => `item-${id}`))
  return (
    <>
      <StatusTabs {...{ base, status, q, waiting }} searchLabel="Search items" />
      <NewestSearched what="items" isPartial={isPartial} />
      {items.length > 0 ? (
        <ul>
          {items.map((item) => (
            <ItemEntry key={item.id} item={item} part={part} />
          ))}
        </ul>
      ) : (
        <EmptyState title={q ? `No items match “${q}”` : EMPTY[status ?? 'all']} />
      )}
      <div className="mt-10">
        <Pagination
          label="Items"
          first={part.after === null ? null : partAddress(base, { ...part, after: null })}
          next={next && partAddress(base, { ...part, after: next })}
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

function ItemEntry({ item, part }: { item: ReviewedItem; part: DecidedPart }) {
  const { label, kind } = itemStatusWords[item.status]
  return (
    <li className="border-b border-line py-6">
      <article
        aria-labelledby={`item-${item.id}`}
        className="grid grid-cols-[min(5rem,22vw)_minmax(0,1fr)] gap-x-4 gap-y-4 sm:gap-x-6 lg:grid-cols-[min(5rem,7vw)_minmax(0,1fr)_min(14rem,22vw)_min(12rem,20vw)]"
      >
        {item.photoUrls.length > 0 ? (
          <EnlargedPhotos urls={item.photoUrls} of={item.title} />
        ) : (
          <p className="text-sm text-soft">No photo</p>
        )}
        <div className="min-w-0">
          <Badge kind={kind}>{label}</Badge>
          <h2 id={`item-${item.id}`} tabIndex={-1} className="mt-2 text-xl outline-none">
            <Link to={href('/admin/items/:id', { id: item.id })} className="hover:text-primary-700">
              <ItemTitle title={item.title} />
            </Link>
          </h2>
          <Facts className="mt-1 text-sm text-soft">
            {item.style}
            {item.eventType}
            {`Size ${item.size}`}
            {`${item.creditsPerWeek} credits/week`}
          </Facts>
          {item.description && (
            <p className="mt-2 line-clamp-3 max-w-prose text-sm whitespace-pre-line">
              {item.description}
            </p>
          )}
        </div>
        <div className="col-start-2 min-w-0 text-sm lg:col-start-auto">
          <TextLink to={href('/admin/users/:id', { id: item.owner.id })}>
            {item.owner.fullName}
          </TextLink>
          <p className="break-words text-soft">{item.owner.email}</p>
          <p className="mt-1 text-soft">{item.location}</p>
        </div>
        {item.approvalStatus === 'pending' && (
          <div className="col-start-2 lg:col-start-auto">
            <DecisionButtons
              fields={{ item: item.id, changed_at: item.changedAt.toISOString() }}
              name={item.title}
              denyTo={partAddress(base, part, { deny: item.id })}
            />
          </div>
        )}
      </article>
    </li>
  )
}
