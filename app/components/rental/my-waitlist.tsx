import { href } from 'react-router'
import { ItemPicture } from '#app/components/items/item-picture.tsx'
import { ItemTitle } from '#app/components/items/item-title.tsx'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { QuickForm } from '#app/ui/quick-form.tsx'
import type { MyEntry } from '#domain/booking/waitlist/waitlist-queries.ts'
import { rangeInWords } from '#domain/shared/time/calendar-date.ts'
import { placeInLine } from './waitlist-words.ts'

/** A place in line or an offer, as My Rentals lists it. */
export type ListedEntry = Omit<MyEntry, 'heldUntil'> & {
  /** Until when the dates are held, and how long that is, in words; null while waiting. */
  readonly held: { readonly until: string; readonly left: string } | null
}

/** The waitlists that the shopper is on. */
export function MyWaitlist({ entries }: { entries: readonly ListedEntry[] }) {
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="waitlist" className="mt-8">
      <h2 id="waitlist" className="text-2xl">
        Waitlist
      </h2>
      <ul className="mt-3 border-t border-line">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ entry }: { entry: ListedEntry }) {
  const { id, itemId, title, start, end, place, held } = entry
  const page = href('/item/:id', { id: itemId })
  return (
    <li className="grid grid-cols-[min(4rem,20%)_minmax(0,1fr)] items-center gap-x-5 gap-y-3 border-b border-line py-4 md:grid-cols-[4rem_minmax(0,1fr)_auto]">
      <Link to={page} tabIndex={-1} aria-hidden="true">
        <ItemPicture imageUrl={entry.imageUrl} title="" sizes="4rem" className="rounded-picture" />
      </Link>
      <div className="min-w-0">
        <h3 className="text-lg leading-tight wrap-anywhere">
          <Link to={page} className="hover:text-primary-700">
            <ItemTitle title={title} />
          </Link>
        </h3>
        <p className="mt-1 text-sm text-soft tabular-nums">{rangeInWords(start, end)}</p>
        <p className="mt-1 text-[0.9375rem]">
          {held ? (
            <strong className="font-medium">
              Held for you until {held.until} ({held.left})
            </strong>
          ) : (
            place !== null && placeInLine(place)
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3 max-md:col-start-2">
        {held && (
          <LinkButton to={`${page}?${new URLSearchParams({ start, end })}`} size="small">
            Rent Now<span className="sr-only">: {title}</span>
          </LinkButton>
        )}
        <QuickForm kind="secondary" size="small" fields={{ intent: 'leave-waitlist', entry: id }}>
          Leave<span className="sr-only"> the waitlist of {title}</span>
        </QuickForm>
      </div>
    </li>
  )
}
