import { data, href } from 'react-router'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { ReplacementChoices } from '#app/components/rental/replacing/replacement-choices.tsx'
import { readForm } from '#app/forms/read-form.ts'
import { askConsentFirst } from '#app/request/ask-consent-first.ts'
import { appContext, shopperIn, todayIn } from '#app/request/contexts.ts'
import { redirectWithError, redirectWithSuccess } from '#app/request/flash.ts'
import { Link } from '#app/ui/link.tsx'
import type { FreshId, ItemId, RentalId } from '#db/ids.ts'
import { type SwapProblem, swapRental } from '#domain/booking/rentals/changes/swap-rental.ts'
import { findMyRental } from '#domain/booking/rentals/lists/rental-queries.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/swap-rental.ts'
import { readReplacements } from './read-replacements.ts'

export const meta: Route.MetaFunction = () => pageMeta('Choose another item')

export async function loader({ params, context }: Route.LoaderArgs) {
  const shopper = shopperIn(context)
  const { db, timeZone } = context.get(appContext)
  const id = parseId<RentalId>(params.id)
  const rental = shopper && id && (await findMyRental(db, shopper, id, todayIn(context), timeZone))
  if (!rental) throw data(null, { status: 404 })
  return {
    rental: { id, title: rental.title },
    replacements: rental.letDown && (await readReplacements(context, shopper, id)),
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
    const text = 'Request sent. We let the closet of your new item know.'
    const backTo = href('/my-rentals/:id', { id: outcome.value.rentalId })
    return redirectWithSuccess(backTo, text)
  }
  const { reason } = outcome.problem
  if (reason === 'rental-not-found') throw data(null, { status: 404 })
  const own = { id: rentalId }
  const { text, backTo } = SENTENCES[reason]
  if (backTo === 'item') return redirectWithError(href('/item/:id', { id: itemId }), text)
  return redirectWithError(
    backTo === 'choices' ? href('/my-rentals/:id/swap', own) : href('/my-rentals/:id', own),
    text,
  )
}

const SENTENCES = {
  'not-let-down': {
    text: 'This rental can no longer be exchanged for another item.',
    backTo: 'rental',
  },
  'dates-taken': {
    text: 'Someone else has just rented this item. Please choose another one.',
    backTo: 'choices',
  },
  'deposit-missing': { text: 'Please pay your deposit first.', backTo: 'item' },
  'request-used': {
    text: 'This page is out of date. Please reload it and try again.',
    backTo: 'rental',
  },
  'not-enough-credits': {
    text: 'You do not have enough credits for this item.',
    backTo: 'rental',
  },
  'wallet-frozen': {
    text: 'Your credits are on hold while a payment is disputed.',
    backTo: 'rental',
  },
  'out-of-area': {
    text: 'This item cannot come to you. Please choose another one.',
    backTo: 'choices',
  },
  'handover-not-offered': {
    text: 'This item cannot come to you. Please choose another one.',
    backTo: 'choices',
  },
} as const satisfies Record<
  Exclude<SwapProblem['reason'], 'rental-not-found'>,
  { readonly text: string; readonly backTo: 'choices' | 'rental' | 'item' }
>

export default function SwapRental({ loaderData }: Route.ComponentProps) {
  const { rental, replacements } = loaderData
  return (
    <div className="page-column py-10 sm:py-16">
      <p>
        <Link to={href('/my-rentals/:id', { id: rental.id })} className="text-sm text-link">
          Your rental of {rental.title}
        </Link>
      </p>
      <h1 className="mt-4">Choose another item</h1>
      <p className="mt-4 max-w-prose text-soft">
        {replacements
          ? `Free ${replacements.dates} in the same size, for no more credits than you paid.`
          : 'This rental can no longer be exchanged for another item.'}
      </p>
      {replacements && <ReplacementChoices shown={replacements} />}
      {replacements?.choices.length === 0 && <p className="mt-8">{NOTHING_SIMILAR}</p>}
    </div>
  )
}

const NOTHING_SIMILAR = 'Nothing similar is free on these days.'
