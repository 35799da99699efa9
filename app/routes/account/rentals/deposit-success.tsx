import { pageMeta } from '#app/components/pages/page-meta.ts'
import { PaymentPage } from '#app/components/pages/payment-pages.tsx'
import { leadsToItem } from '#app/rendering/item-address.ts'
import { appContext, shopperIn, todayIn, viewerIn } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { readPaymentReturn } from '#app/request/payment-return.ts'
import { safeReturnTo } from '#app/request/return-to.ts'
import { readFreeDates } from '#domain/booking/rentals/dates-to-rent.ts'
import { findDeposit } from '#domain/money/deposits/deposits.ts'
import { dollars } from '#domain/shared/cents.ts'
import type { Route } from './+types/deposit-success.ts'
import { intendedRental, itemOfAddress } from './intended-rental.ts'

export const meta: Route.MetaFunction = () => pageMeta('Deposit')

/** Once the deposit is held, continues to the page where it was needed, with the chosen dates. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const payment = await readPaymentReturn(context, request, ['deposit', 'deposit_top_up'])
  const returnTo = safeReturnTo(new URL(request.url).searchParams.get('return_to'))
  if (payment.state === 'done') {
    const what =
      payment.order.type === 'deposit_top_up'
        ? `${dollars(payment.order.amountCents)} was added to your deposit.`
        : 'Your deposit is paid.'
    // More may have been withheld, or a payment disputed, since the payment page was opened.
    const held = await findDeposit(context.get(appContext).db, payment.order.userId)
    const text = held?.barred === null ? `${what} ${await nextStep(context, returnTo)}` : what
    throw redirectWithSuccess(returnTo, text)
  }
  const backTo = { to: returnTo, item: await itemOfAddress(context, returnTo) }
  return {
    state: payment.state,
    type: payment.state === 'unknown' ? null : payment.order.type,
    backTo,
  }
}

/** Paying the deposit does not rent yet: the rest is done on the page that they return to. */
async function nextStep(context: Route.LoaderArgs['context'], returnTo: string): Promise<string> {
  if (!leadsToItem(returnTo)) return 'You can rent now.'
  const intended = await intendedRental(context, returnTo)
  if (!intended) return 'Now choose your dates and press Rent Now.'
  const shopper = shopperIn(context)
  const dates =
    shopper &&
    (await readFreeDates(context.get(appContext).db, shopper, intended, todayIn(context)))
  if (!dates || 'reason' in dates)
    return 'Your dates are no longer available. Please choose different dates.'
  const { creditsBalance } = viewerIn(context)
  return creditsBalance < intended.credits
    ? `You need ${intended.credits} credits to rent and have ${creditsBalance}.`
    : 'Press Rent Now to send your request.'
}

export default function DepositSuccess({ loaderData }: Route.ComponentProps) {
  return <PaymentPage {...loaderData} again={loaderData.backTo.to} />
}
