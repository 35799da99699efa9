import { href, type RouterContextProvider, redirect } from 'react-router'
import { MessagePage } from '#app/components/pages/message-page.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { PaymentPage } from '#app/components/pages/payment-pages.tsx'
import { SuccessPicture } from '#app/components/pages/success-picture.tsx'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { leadsToItem, leadsToRental } from '#app/rendering/item-address.ts'
import { appContext, shopperIn, viewerIn } from '#app/request/contexts.ts'
import { pathOf } from '#app/request/path-of.ts'
import { readPaymentReturn } from '#app/request/payment-return.ts'
import { intendedRental, itemOfAddress } from '#app/routes/account/rentals/intended-rental.ts'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { ProductType } from '#db/enums.ts'
import type { OrderId } from '#db/ids.ts'
import { isPlan } from '#domain/money/checkout/catalogue.ts'
import { GIFT_HALF } from '#domain/money/checkout/pack-price.ts'
import { undoablePurchases } from '#domain/money/checkout/refunding/undo-purchase.ts'
import { lastDayInWords, lastMomentInWords } from '#domain/money/credits/expiry-words.ts'
import { giftOfOrder } from '#domain/money/gifts/gift-code-queries.ts'
import { CREDITS_A_MONTH } from '#domain/money/plans/plans.ts'
import { rangeInWords } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/credits-success.ts'

export const meta: Route.MetaFunction = () => pageMeta('Your credits')

export async function loader({ request, context }: Route.LoaderArgs) {
  const payment = await readPaymentReturn(context, request, CREDIT_PRODUCTS)
  if (payment.state !== 'done')
    return { state: payment.state, type: payment.state === 'unknown' ? null : payment.order.type }
  // The header's balance was read before this payment was fulfilled.
  if (payment.justNow) throw redirect(pathOf(request))
  const { order } = payment
  const gift = order.type === 'gift' ? await giftIn(context, order.id) : null
  const wanted = await intendedRental(context, order.returnTo)
  const { timeZone } = context.get(appContext)
  const balance = viewerIn(context).creditsBalance
  const undoUntil = order.type === 'one_time' ? await undoableUntil(context, order.id) : null
  return {
    state: payment.state,
    item: await itemOfAddress(context, order.returnTo),
    wanted: wanted && wanted.credits <= balance ? wanted : null,
    expiry:
      order.expiresAt && (order.type === 'one_time' || order.type === 'gift')
        ? expiryOf(order.expiresAt, timeZone)
        : null,
    type: order.type,
    credits: initialCredits(order.type, order.credits),
    balance,
    returnTo: order.returnTo,
    gift,
    undoUntil,
  }
}

const CREDIT_PRODUCTS = ['one_time', 'gift', 'subscription_monthly', 'subscription_annual'] as const

function expiryOf(expiresAt: Date, timeZone: string): string {
  const day = lastDayInWords(expiresAt, timeZone)
  return day === null ? 'never expire' : `expire on ${day}`
}

/** Half of a gift is the friend's, and a year's credits are granted month by month. */
function initialCredits(type: ProductType, credits: number): number {
  if (type === 'gift') return GIFT_HALF
  return isPlan(type) ? CREDITS_A_MONTH : credits
}

async function undoableUntil(context: Readonly<RouterContextProvider>, orderId: OrderId) {
  const shopper = shopperIn(context)
  if (!shopper) return null
  const { db, clock, timeZone } = context.get(appContext)
  const [found] = await undoablePurchases(db, shopper, clock(), orderId)
  return found ? showInstant(found.until, timeZone) : null
}

async function giftIn(context: Readonly<RouterContextProvider>, orderId: OrderId) {
  const shopper = shopperIn(context)
  const { db, clock, timeZone } = context.get(appContext)
  const gift = shopper && (await giftOfOrder(db, shopper, orderId, clock()))
  return (
    gift && {
      code: gift.code,
      recipientEmail: gift.recipientEmail,
      claimableUntil: lastMomentInWords(gift.expiresAt, timeZone),
    }
  )
}

export default function CreditsSuccess({ loaderData }: Route.ComponentProps) {
  if (loaderData.state !== 'done')
    return <PaymentPage state={loaderData.state} type={loaderData.type} />
  const { credits, balance, returnTo, gift, type, wanted, item, expiry, undoUntil } = loaderData
  const next = backLink(returnTo)
  return (
    <MessagePage
      eyebrow={isPlan(type) ? 'Welcome to your plan' : 'Thank you'}
      title={`${creditsInWords(credits)} are yours`}
      picture={<SuccessPicture item={item} />}
      actions={
        <>
          {wanted ? (
            <Form method="post" action={href('/item/:id', { id: wanted.itemId })}>
              <input type="hidden" name="intent" value="rent" />
              <input type="hidden" name="request_key" value={wanted.requestKey} />
              {wanted.handover && <input type="hidden" name="handover" value={wanted.handover} />}
              <input type="hidden" name="start" value={wanted.start} />
              <input type="hidden" name="end" value={wanted.end} />
              <input type="hidden" name="credits_per_day" value={wanted.creditsPerDay} />
              <Button>Rent Now</Button>
            </Form>
          ) : (
            <LinkButton to={next?.to ?? href('/styles')}>
              {next?.text ?? 'Find something to wear'}
            </LinkButton>
          )}
          {wanted && (
            <LinkButton to={returnTo} kind="secondary">
              Back to the item
            </LinkButton>
          )}
          <LinkButton to={href('/credits')} kind="secondary">
            See your credits
          </LinkButton>
        </>
      }
    >
      <p>
        Your balance is now {creditsInWords(balance)}.{expiry && ` The new credits ${expiry}.`}
        {isPlan(type) && ' You get new credits every month. Change or cancel at any time.'}
      </p>
      {undoUntil && (
        <p>
          As long as you use none of them, you can{' '}
          <TextLink to={`${href('/credits')}#undo`}>undo this purchase</TextLink> until {undoUntil}.
        </p>
      )}
      {wanted && (
        <p>
          {wanted.title}, {rangeInWords(wanted.start, wanted.end)}, costs{' '}
          {creditsInWords(wanted.credits)}.
        </p>
      )}
      {gift && <GiftNote gift={gift} />}
    </MessagePage>
  )
}

/** To the item or rental that the credits were bought for. */
function backLink(returnTo: string): { readonly to: string; readonly text: string } | null {
  if (leadsToItem(returnTo)) return { to: returnTo, text: 'Back to the item' }
  return leadsToRental(returnTo) ? { to: returnTo, text: 'Back to your rental' } : null
}

function GiftNote({
  gift,
}: {
  gift: {
    readonly code: string
    readonly recipientEmail: string
    readonly claimableUntil: string | null
  }
}) {
  return (
    <div className="mt-3 rounded-control bg-sand p-6 text-base text-ink">
      <p>
        The other {GIFT_HALF} are for {gift.recipientEmail}. We have sent them this code:
      </p>
      <p className="mt-3 font-body text-3xl font-medium tracking-[0.14em]">
        <code className="font-body">{gift.code}</code>
      </p>
      <p className="mt-3 text-sm text-soft">
        {gift.claimableUntil === null
          ? 'It never expires.'
          : `Your friend can claim it until ${gift.claimableUntil}.`}
      </p>
    </div>
  )
}
