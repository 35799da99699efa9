import { data, href } from 'react-router'
import { ItemPicture } from '#app/components/items/item-picture.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { readForm } from '#app/forms/read-form.ts'
import { askConsentFirst } from '#app/request/ask-consent-first.ts'
import { appContext, shopperIn, todayIn } from '#app/request/contexts.ts'
import { redirectWithError, redirectWithSuccess } from '#app/request/flash.ts'
import { Button } from '#app/ui/button.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Form } from '#app/ui/form.tsx'
import { Link } from '#app/ui/link.tsx'
import type { FreshId, ItemId, RentalId } from '#db/ids.ts'
import { swapChoices } from '#domain/booking/rentals/changes/swap-choices.ts'
import { type SwapProblem, swapRental } from '#domain/booking/rentals/changes/swap-rental.ts'
import { findMyRental } from '#domain/booking/rentals/lists/rental-queries.ts'
import { risksOf } from '#domain/booking/rentals/lists/risks.ts'
import { ownCredits } from '#domain/booking/rentals/records/own-credits.ts'
import { aboutMiles } from '#domain/catalogue/places/distance.ts'
import { weeksOf } from '#domain/shared/credits.ts'
import { newId, parseId } from '#domain/shared/ids.ts'
import { datesInWords } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/swap-rental.ts'

export const meta: Route.MetaFunction = () => pageMeta('Choose another item')

export async function loader({ params, context }: Route.LoaderArgs) {
  const shopper = shopperIn(context)
  const { db, timeZone } = context.get(appContext)
  const today = todayIn(context)
  const id = parseId<RentalId>(params.id)
  const rental = shopper && id && (await findMyRental(db, shopper, id, today, timeZone))
  if (!rental) throw data(null, { status: 404 })
  const [risk] = await risksOf(db, shopper, [id], timeZone)
  const choices = risk ? await swapChoices(db, shopper, id, today) : []
  return {
    rental: { id, title: rental.title, credits: ownCredits(rental) },
    dates: datesInWords(rental.start, rental.end),
    isAtRisk: risk !== undefined,
    choices: choices.map(({ id: itemId, title, size, imageUrl, creditsPerWeek, ...one }) => {
      const price = weeksOf(rental.totalDays) * creditsPerWeek
      return {
        id: itemId,
        title,
        size,
        imageUrl,
        location: one.location,
        distance: one.miles === null ? null : aboutMiles(one.miles),
        returned: Math.max(0, ownCredits(rental) - price),
        requestKey: newId(),
      }
    }),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const shopper = shopperIn(context)
  const rentalId = parseId<RentalId>(params.id)
  if (!shopper || !rentalId) throw data(null, { status: 404 })
  askConsentFirst(context, href('/my-rentals/:id/swap', { id: rentalId }))
  const { db, clock, originOf, timeZone } = context.get(appContext)
  const form = await readForm(request)
  const itemId = parseId<ItemId>(form.get('item'))
  const requestKey = parseId<FreshId>(form.get('request_key'))
  if (!itemId || !requestKey) throw data(null, { status: 400 })
  const on = { rentalId, itemId, requestKey, origin: originOf(request) }
  const outcome = await swapRental(db, shopper, on, clock(), todayIn(context), timeZone)
  if (outcome.ok) {
    const text = 'Swapped. We let your new item’s closet know.'
    const backTo = href('/my-rentals/:id', { id: outcome.value.rentalId })
    return redirectWithSuccess(backTo, text)
  }
  const { reason } = outcome.problem
  if (reason === 'rental-not-found') throw data(null, { status: 404 })
  const own = { id: rentalId }
  const backTo =
    reason === 'dates-taken' || reason === 'out-of-area' || reason === 'handover-not-offered'
      ? href('/my-rentals/:id/swap', own)
      : href('/my-rentals/:id', own)
  return redirectWithError(backTo, SENTENCES[reason])
}

const SENTENCES = {
  'not-at-risk': 'This rental is no longer at risk.',
  'dates-taken': 'Someone else has just rented this item. Please choose another one.',
  'request-used': 'This page is out of date. Please reload it and try again.',
  'not-enough-credits': 'You do not have enough credits for this item.',
  'wallet-frozen': 'Your credits are on hold while a payment is disputed.',
  'out-of-area': 'This item cannot come to you. Please choose another one.',
  'handover-not-offered': 'This item cannot come to you. Please choose another one.',
} as const satisfies Record<Exclude<SwapProblem['reason'], 'rental-not-found'>, string>

export default function SwapRental({ loaderData }: Route.ComponentProps) {
  const { rental, dates, isAtRisk, choices } = loaderData
  return (
    <div className="page-column py-10 sm:py-16">
      <p>
        <Link to={href('/my-rentals/:id', { id: rental.id })} className="text-sm text-link">
          Your rental of {rental.title}
        </Link>
      </p>
      <h1 className="mt-4">Choose another item</h1>
      <p className="mt-4 max-w-prose text-soft">
        {isAtRisk
          ? `Available ${dates} in the same size, for no more credits than you paid, delivered or shipped to you.`
          : 'This rental is no longer at risk.'}
      </p>
      {isAtRisk && choices.length === 0 && (
        <p className="mt-8">Nothing similar is available on these days. You can wait or cancel.</p>
      )}
      <ul className="mt-10 grid grid-cols-2 gap-x-5 gap-y-10 sm:grid-cols-3 lg:gap-x-8">
        {choices.map(({ id, title, size, imageUrl, location, distance, returned, requestKey }) => (
          <li key={id} className="grid content-start gap-3">
            <Link to={href('/item/:id', { id })} tabIndex={-1} aria-hidden="true">
              <ItemPicture
                imageUrl={imageUrl}
                title=""
                sizes="(min-width: 640px) 31vw, calc(50vw - 1.5rem)"
                className="rounded-picture"
              />
            </Link>
            <h2 className="font-body text-base leading-snug font-medium">
              <Link to={href('/item/:id', { id })} className="hover:text-primary-700">
                {title}
              </Link>
            </h2>
            <Facts className="text-sm text-soft">
              {`Size ${size}`}
              {location}
              {distance}
              {returned > 0 ? `You get ${creditsInWords(returned)} back` : 'No extra credits'}
            </Facts>
            <Form method="post" failed="This item could not be swapped">
              <input type="hidden" name="item" value={id} />
              <input type="hidden" name="request_key" value={requestKey} />
              <Button kind="secondary" busyText="Processing...">
                Choose<span className="sr-only"> {title}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </div>
  )
}
