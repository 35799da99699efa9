import { href } from 'react-router'
import { handoverForRenter } from '#app/components/handover/chosen-handover-words.ts'
import { ItemPicture } from '#app/components/items/item-picture.tsx'
import { ItemTitle } from '#app/components/items/item-title.tsx'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { MyRental } from '#domain/booking/rentals/lists/rental-queries.ts'
import { isIn } from '#domain/booking/rentals/stage/rental-stage.ts'
import { type CalendarDate, showDate } from '#domain/shared/time/calendar-date.ts'
import { lacksDetails, priceCredits, priceName, statusWords } from './rental-words.ts'
import { AtRiskLine, type ShownRisk } from './replacing/rental-at-risk.tsx'

/** One rental in the renter's list. */
export function RentalCard({
  rental,
  risk,
  mayReview,
  today,
  priority = false,
}: {
  rental: MyRental
  risk?: ShownRisk | undefined
  mayReview: boolean
  today: CalendarDate
  priority?: boolean
}) {
  const { label, kind, sentence } = statusWords(rental, today)
  const { title } = rental
  const own = href('/my-rentals/:id', { id: rental.id })
  const item = href('/item/:id', { id: rental.itemId })
  const links = [
    [true, own, 'Details', ` of the rental of ${title}`],
    [rental.mayAnswer && !rental.isDenied, own, 'Was it delivered?', ` ${title}`],
    [rental.maySendBack, `${own}#send-back`, 'I sent it back', `: ${title}`],
    [
      rental.letDown !== null && !risk,
      href('/my-rentals/:id/swap', { id: rental.id }),
      'Choose another item',
      ` in place of ${title}`,
    ],
    [mayReview, `${own}#reviews`, 'Write a review', ` of ${title}`],
    [isIn(rental.stage, 'over'), item, 'Rent again', `: ${title}`],
    [
      rental.mayCancel,
      `${href('/my-rentals')}?cancel=${rental.id}`,
      'Cancel rental',
      ` of ${title}`,
    ],
  ] as const
  return (
    <article className="grid grid-cols-[min(5.5rem,28%)_minmax(0,1fr)] gap-5 border-b border-line py-5 sm:gap-8">
      <Link to={item} tabIndex={-1} aria-hidden="true">
        <ItemPicture
          imageUrl={rental.imageUrl}
          title=""
          sizes="5.5rem"
          priority={priority}
          className="rounded-picture"
        />
      </Link>
      <div className="grid content-start gap-x-12 gap-y-3 md:grid-cols-[minmax(0,28rem)_auto] md:justify-start">
        <div>
          <Badge kind={kind}>{label}</Badge>
          <h2 className="mt-2 text-xl leading-tight">
            <Link to={item} className="hover:text-primary-700">
              <ItemTitle title={rental.title} />
            </Link>
          </h2>
          <Facts className="mt-1 text-sm text-soft">
            {rental.style}
            {`Size ${rental.size}`}
            {rental.location}
            {rental.chosenHandover &&
              rental.chosenHandover !== 'delivery' &&
              handoverForRenter[rental.chosenHandover]}
          </Facts>
          <p className="mt-2 text-[0.9375rem]">{sentence}</p>
          {risk && <AtRiskLine rentalId={rental.id} />}
          {rental.end >= today && lacksDetails(rental) && (
            <p className="mt-1 text-[0.9375rem]">
              <TextLink to={`${own}#delivery`}>Add your address and phone</TextLink> so they can
              deliver.
            </p>
          )}
        </div>
        <dl className="grid content-start gap-x-4 gap-y-1 text-sm [grid-template-columns:auto_auto] md:pt-10">
          <dt className="text-soft">{rental.start === rental.end ? 'Date' : 'From'}</dt>
          <dd className="tabular-nums">{showDate(rental.start)}</dd>
          {rental.start !== rental.end && (
            <>
              <dt className="text-soft">To</dt>
              <dd className="tabular-nums">{showDate(rental.end)}</dd>
            </>
          )}
          <dt className="text-soft">{priceName(rental)}</dt>
          <dd className="tabular-nums">{creditsInWords(priceCredits(rental))}</dd>
        </dl>
        <div className="flex flex-wrap gap-x-6 md:col-span-2">
          {links.map(
            ([isShown, to, text, rest]) =>
              isShown && (
                <Link
                  key={text}
                  to={to}
                  preventScrollReset={to.includes('?')}
                  className="inline-flex min-h-6 items-center text-sm text-link"
                >
                  {text}
                  <span className="sr-only">{rest}</span>
                </Link>
              ),
          )}
        </div>
      </div>
    </article>
  )
}
