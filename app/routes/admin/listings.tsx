import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AdminList } from '#app/components/admin/admin-list.tsx'
import { DownloadCsv } from '#app/components/admin/download-csv.tsx'
import { addressIn } from '#app/components/admin/list-part.ts'
import { RowButton, RowLink } from '#app/components/admin/row-actions.tsx'
import { ItemPicture } from '#app/components/items/item-picture.tsx'
import { ItemTitle } from '#app/components/items/item-title.tsx'
import { itemStatusWords } from '#app/components/manage/item-status-words.ts'
import { LISTING_NOT_DELETED, LISTING_NOT_SAVED } from '#app/components/manage/listing-sentences.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn } from '#app/request/contexts.ts'
import {
  failure,
  pathWithoutQuestion,
  redirectBackWithToast,
  redirectWithToast,
  success,
} from '#app/request/flash.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { ItemId } from '#db/ids.ts'
import { type AdminListing, adminListings } from '#domain/catalogue/items/admin-listings.ts'
import {
  type RetireProblem,
  retireItem,
  setPaused,
} from '#domain/catalogue/items/listing/listing.ts'
import { listingFilters } from '#domain/catalogue/items/listing-filters.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import type { Route } from './+types/listings.ts'
import { loadList, readPart } from './list-answers.ts'

export const meta: Route.MetaFunction = () => pageMeta('Listings')

const FILTER_WORDS = { all: 'All', free: 'Available', rented: 'Rented', paused: 'Paused' } as const
const FILTERS = listingFilters.map((value) => ({ value, label: FILTER_WORDS[value] }))

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, admin } = adminIn(context)
  const { part, after, query } = readPart(request, href('/admin/listings'), listingFilters)
  const filter = listingFilters.find((known) => known === part.filter) ?? 'all'
  const found = await loadList(context, request, () =>
    adminListings(db, admin, { q: part.q, filter, after }),
  )
  const confirming = parseId<ItemId>(query.get('delete'))
  return { part, after, found, deleting: found?.rows.find(({ id }) => id === confirming) ?? null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, admin } = adminIn(context)
  const form = await readForm(request)
  const itemId = parseId<ItemId>(form.get('item'))
  const intent = form.get('intent')
  if (!itemId) return redirectBackWithToast(request, failure(SENTENCES['item-not-found']))
  const paused = intent === 'pause'
  const done = await attempt(context, request, () =>
    intent === 'delete'
      ? retireItem(db, admin, itemId, clock())
      : setPaused(db, admin, { itemId, paused }, clock()),
  )
  if (!done.ok) {
    const sentences = {
      ...SENTENCES,
      unexpected: intent === 'delete' ? LISTING_NOT_DELETED : LISTING_NOT_SAVED,
    }
    return redirectBackWithToast(request, failure(sentences[done.problem.reason]))
  }
  const what = intent === 'delete' ? 'deleted' : paused ? 'paused' : 'for rent again'
  const toast = success(isolated(`${done.value.title} is ${what}.`))
  if (intent === 'delete') return redirectBackWithToast(request, toast)
  const to = pathWithoutQuestion(request)
  const fields = { intent: paused ? 'resume' : 'pause', item: itemId }
  return redirectWithToast(to, { ...toast, link: { text: 'Undo', to, fields } })
}

const SENTENCES = {
  'item-not-found': 'This listing was not found.',
  'is-rented': 'This listing is rented. It can be deleted once the rental is over.',
} satisfies Record<RetireProblem['reason'], string>

export default function Listings({ loaderData }: Route.ComponentProps) {
  const { part, after, found, deleting } = loaderData
  const here = (more = {}) => addressIn(part, { ...(after && { after }), ...more })
  return (
    <AdminFrame
      title="Listings"
      line="Items listed by admins. They are approved automatically."
      actions={
        <>
          <DownloadCsv list="listings" />
          <LinkButton to={href('/admin/listings/new')}>Add Listing</LinkButton>
        </>
      }
    >
      <AdminList
        label="Listings"
        part={part}
        filters={FILTERS}
        found={found}
        empty={
          <EmptyState
            title="No listings yet"
            action={<LinkButton to={href('/admin/listings/new')}>Add Listing</LinkButton>}
          >
            Items you list here can be rented right away.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="mt-3 border-t border-line">
            {rows.map((item, index) => (
              <ListingRow
                key={item.id}
                item={item}
                priority={index < 4}
                deleteTo={here({ delete: item.id })}
              />
            ))}
          </ul>
        )}
      </AdminList>
      {deleting && (
        <ConfirmDialog
          key={deleting.id}
          question="Are you sure you want to delete this listing?"
          open={deleting}
          closeTo={here()}
          fields={{ intent: 'delete', item: deleting.id }}
          confirmText="Delete"
          danger
          failed={LISTING_NOT_DELETED}
        >
          <p className="text-soft">{deleting.title}</p>
        </ConfirmDialog>
      )}
    </AdminFrame>
  )
}

type ListingRowProps = { item: AdminListing; priority: boolean; deleteTo: string }

function ListingRow({ item, priority, deleteTo }: ListingRowProps) {
  const { label, kind } = itemStatusWords[item.status]
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-5 border-b border-line py-4">
      <ItemPicture
        imageUrl={item.imageUrl}
        title={item.title}
        sizes="4rem"
        priority={priority}
        className="rounded-picture"
      />
      <div className="grid content-center gap-x-8 gap-y-2 md:grid-cols-[minmax(0,1fr)_8rem_auto] md:items-center">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg leading-snug">
            <Link
              to={href('/item/:id', { id: item.id })}
              className="min-w-0 break-words hover:text-primary-700"
            >
              <ItemTitle title={item.title} />
            </Link>
            <Badge kind={kind} className="font-body">
              {label}
            </Badge>
            {item.isOut && (
              <Badge kind={itemStatusWords.rented.kind} className="font-body">
                {itemStatusWords.rented.label}
              </Badge>
            )}
          </h2>
          <Facts className="mt-1 text-sm text-soft">
            {item.style}
            {item.eventType}
            {`Size ${item.size}`}
            {item.brandName}
          </Facts>
          <p className="text-sm text-soft">Listed by {item.listedBy}</p>
        </div>
        <p className="text-sm tabular-nums md:text-right">
          {item.creditsPerWeek} credits<span className="text-soft">/week</span>
        </p>
        <div className="flex flex-wrap items-center gap-x-5 md:justify-end">
          <RowLink to={href('/admin/listings/:id', { id: item.id })} name={item.title}>
            Edit
          </RowLink>
          <RowButton
            fields={{ intent: item.paused ? 'resume' : 'pause', item: item.id }}
            name={item.title}
            failed={LISTING_NOT_SAVED}
          >
            {item.paused ? 'Resume' : 'Pause'}
          </RowButton>
          <RowLink to={deleteTo} name={item.title}>
            Delete
          </RowLink>
        </div>
      </div>
    </li>
  )
}
