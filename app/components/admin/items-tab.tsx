import { Link } from 'react-router'
import { standingWords } from '#app/components/closet/standing-words.ts'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { ApprovalStatus } from '#db/enums.ts'
import type { ReviewedItem } from '#domain/items/reviewed-items.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { EnlargedPhotos } from './enlarged-photos.tsx'
import { StatusTabs } from './status-tabs.tsx'

export type ItemsTabProps = {
  items: readonly ReviewedItem[]
  next: string | null
  isFirst: boolean
  status: ApprovalStatus | null
  q: string
  waiting: number
}

const base = '/admin/items'

/** Everybody's items (business §2, Items); what waits can be approved or denied. */
export function ItemsTab({ items, next, isFirst, status, q, waiting }: ItemsTabProps) {
  const part = new URLSearchParams({ status: status ?? 'all', ...(q && { q }) })
  return (
    <>
      <StatusTabs {...{ base, status, q, waiting }} searchLabel="Search items" />
      {items.length > 0 ? (
        <ul>
          {items.map((item) => (
            <ItemEntry key={item.id} item={item} />
          ))}
        </ul>
      ) : (
        <EmptyState title={q ? `No item matches “${q}”` : EMPTY[status ?? 'all']} />
      )}
      <div className="mt-10">
        <Pagination
          label="Items"
          first={isFirst ? null : `${base}?${part}`}
          next={next && `${base}?${part}&after=${next}`}
        />
      </div>
    </>
  )
}

const EMPTY = {
  pending: 'No item waits for approval',
  approved: 'No item has been approved yet',
  denied: 'No item has been denied',
  all: 'No items yet',
} as const

function ItemEntry({ item }: { item: ReviewedItem }) {
  const { label, kind } = standingWords[item.standing]
  return (
    <li className="border-b border-line py-6">
      <article
        aria-labelledby={`item-${item.id}`}
        className="grid grid-cols-[min(5rem,22vw)_minmax(0,1fr)] gap-x-4 gap-y-4 sm:gap-x-6 md:grid-cols-[5rem_minmax(0,1fr)_14rem_auto]"
      >
        {item.imageUrl ? (
          <EnlargedPhotos urls={[item.imageUrl]} of={item.title} />
        ) : (
          <p className="text-sm text-soft">No photo</p>
        )}
        <div className="min-w-0">
          <Badge kind={kind}>{label}</Badge>
          <h2 id={`item-${item.id}`} className="mt-2 text-xl">
            <Link to={`/item/${item.id}`} className="hover:text-primary-700">
              {item.title}
            </Link>
          </h2>
          <p className="mt-1 text-sm text-soft">
            {item.style} · {item.eventType} · Size {item.size} · {item.creditsPerWeek} credits/week
          </p>
          {item.description && (
            <p className="mt-2 line-clamp-3 max-w-prose text-sm whitespace-pre-line">
              {item.description}
            </p>
          )}
        </div>
        <div className="col-start-2 min-w-0 text-sm md:col-start-auto">
          <p>{item.owner.fullName}</p>
          <a href={`mailto:${item.owner.email}`} className="break-words text-soft text-link">
            {item.owner.email}
          </a>
          <p className="mt-1 text-soft">{item.location}</p>
        </div>
        {item.approvalStatus === 'pending' && (
          <div className="col-start-2 md:col-start-auto">
            <DecisionButtons
              fields={{ item: item.id, changed_at: item.changedAt.toISOString() }}
              name={item.title}
            />
          </div>
        )}
      </article>
    </li>
  )
}
