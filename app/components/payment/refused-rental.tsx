import { href } from 'react-router'
import type { CardItem } from '#app/components/items/card-item.ts'
import { ItemGrid } from '#app/components/items/item-grid.tsx'
import { MessagePage } from '#app/components/pages/message-page.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import {
  type PaidPart,
  type RefusedBag,
  refusedInWords,
  refusedTitle,
} from '#domain/booking/rental-checkouts/refused-words.ts'
import { emptySearch, searchAddress } from '#domain/catalogue/search/search-query.ts'

type Refused = RefusedBag['refused'][number] & {
  readonly paid: readonly PaidPart[]
  readonly free: readonly CardItem[]
}

/** What was paid for could not be requested: what the person has now, and items that are free. */
export function RefusedRental(refused: Refused) {
  const { start, end, paid, free } = refused
  const bag = { together: true, refused: [refused], hasRentals: false }
  const search = searchAddress(emptySearch, { start, end })
  return (
    <>
      <MessagePage
        eyebrow="Your payment is safe"
        title={refusedTitle(bag)}
        actions={
          <>
            <LinkButton to={search}>See what is free on these dates</LinkButton>
            <LinkButton to={href('/credits')} kind="secondary">
              Go to credits
            </LinkButton>
          </>
        }
      >
        {refusedInWords({ ...bag, paid }).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </MessagePage>
      {free.length > 0 && (
        <section className="page-column border-t border-line pt-10 pb-14">
          <h2 className="mb-7 text-2xl sm:text-3xl">Free on these dates</h2>
          <ItemGrid items={free} />
        </section>
      )}
    </>
  )
}
