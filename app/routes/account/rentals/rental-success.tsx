import { href, redirect } from 'react-router'
import { confirmedWords } from '#app/components/handover/chosen-handover-words.ts'
import { ItemPicture } from '#app/components/items/item-picture.tsx'
import { MessagePage } from '#app/components/pages/message-page.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { PaymentPage } from '#app/components/pages/payment-pages.tsx'
import { RefusedRental } from '#app/components/payment/refused-rental.tsx'
import { lacksDetails } from '#app/components/rental/rental-words.ts'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { appContext, shopperIn, todayIn } from '#app/request/contexts.ts'
import { pathOf } from '#app/request/path-of.ts'
import { readPaymentReturn } from '#app/request/payment-return.ts'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { OrderId, RentalId } from '#db/ids.ts'
import { findMyRental } from '#domain/booking/rentals/lists/rental-queries.ts'
import { capitalized } from '#domain/shared/capitalized.ts'
import { parseId } from '#domain/shared/ids.ts'
import { datesInWords, showDate } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/rental-success.ts'
import { PAID_FOR } from './paid-for.ts'
import { leavePaymentPage, requestWithPayment } from './paid-rental.ts'

export const meta: Route.MetaFunction = () => pageMeta('Rented')

/** Shows the new rental, also one that was paid for; or the status of a payment. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const left = parseId<OrderId>(query.get('left'))
  if (left) throw await leavePaymentPage(context, request, left)
  if (query.has('session_id')) {
    const payment = await readPaymentReturn(context, request, PAID_FOR)
    if (payment.state === 'unknown')
      return { shows: 'payment' as const, state: payment.state, type: null, again: undefined }
    const refusal = await requestWithPayment(context, request, payment)
    // The header's balance was read before this payment was fulfilled.
    if (refusal && payment.state === 'done' && payment.justNow) throw redirect(pathOf(request))
    if (refusal) return refusal
    const { type, returnTo: again } = payment.order
    return { shows: 'payment' as const, state: payment.state, type, again }
  }
  const shopper = shopperIn(context)
  const rentalId = parseId<RentalId>(query.get('rental'))
  const { db, timeZone } = context.get(appContext)
  const rental =
    shopper && rentalId && (await findMyRental(db, shopper, rentalId, todayIn(context), timeZone))
  // Going back after cancelling must not show the item as rented.
  if (rental && rental.status === 'cancelled')
    throw redirect(href('/my-rentals/:id', { id: rental.id }))
  return { shows: 'rental' as const, rental: rental || null }
}

const TO_MY_RENTALS = <LinkButton to={href('/my-rentals')}>My Rentals</LinkButton>

export default function RentalSuccess({ loaderData }: Route.ComponentProps) {
  if (loaderData.shows === 'payment')
    return loaderData.state === 'done' ? (
      <MessagePage eyebrow="Thank you" title="Your payment went through" actions={TO_MY_RENTALS}>
        What you paid for has been added to your account.
      </MessagePage>
    ) : (
      <PaymentPage state={loaderData.state} type={loaderData.type} again={loaderData.again} />
    )
  if (loaderData.shows === 'refused') return <RefusedRental {...loaderData} />
  const { rental } = loaderData
  if (!rental)
    return (
      <MessagePage eyebrow="Payment" title="No payment found" actions={TO_MY_RENTALS}>
        You can find all your rentals in My Rentals.
      </MessagePage>
    )
  return (
    <MessagePage
      eyebrow="Rental"
      title={`${rental.status === 'pending' ? 'Request sent' : 'Rented'}: ${rental.title}`}
      picture={
        rental.imageUrl && (
          <ItemPicture
            imageUrl={rental.imageUrl}
            title=""
            sizes="(min-width: 48rem) 24rem, 60vw"
            priority
            className="max-w-60 rounded-picture md:max-w-96"
          />
        )
      }
      actions={
        <>
          {TO_MY_RENTALS}
          <LinkButton to={href('/styles')} kind="secondary">
            Keep browsing
          </LinkButton>
        </>
      }
    >
      <p>
        {capitalized(datesInWords(rental.start, rental.end))}, for{' '}
        {creditsInWords(rental.totalCredits)}.
      </p>
      {rental.status === 'pending' ? (
        <p>
          <bdi>{rental.owner.fullName}</bdi> has your request and answers by {rental.answerBy}. You
          will get an email. You can cancel free of charge until it is delivered, and your credits
          come back with all the time that they have left today.
        </p>
      ) : (
        <p>
          {rental.status === 'confirmed' && (
            <>
              It is confirmed. {confirmedWords[rental.chosenHandover ?? 'delivery']}{' '}
              {showDate(rental.start)}.{' '}
            </>
          )}
          <Link to={href('/my-rentals/:id', { id: rental.id })} className="text-link text-ink">
            See your rental
          </Link>
        </p>
      )}
      {lacksDetails(rental) && (
        <p>
          <Link
            to={`${href('/my-rentals/:id', { id: rental.id })}#delivery`}
            className="text-link text-ink"
          >
            Add your address and phone
          </Link>{' '}
          so they can deliver.
        </p>
      )}
    </MessagePage>
  )
}
