import { href, type RouterContextProvider, redirect } from 'react-router'
import { ClaimForm } from '#app/components/credits/claim-form.tsx'
import { CreditsQuestion } from '#app/components/credits/credits-answer.tsx'
import { DepositSection } from '#app/components/credits/deposit-section.tsx'
import { Gifts } from '#app/components/credits/gifts.tsx'
import { Lots } from '#app/components/credits/lots.tsx'
import { NeededCredits } from '#app/components/credits/needed-credits.tsx'
import { Packs } from '#app/components/credits/packs.tsx'
import { Plans } from '#app/components/credits/plans.tsx'
import { Statement } from '#app/components/credits/statement.tsx'
import { PaymentDue, SubscriptionNotes } from '#app/components/credits/subscription-notes.tsx'
import { UndoPurchases } from '#app/components/credits/undo-purchases.tsx'
import { WithoutConsent } from '#app/components/credits/without-consent.tsx'
import { AdminNotice } from '#app/components/pages/admin-notice.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext, shopperIn, viewerIn } from '#app/request/contexts.ts'
import { safeReturnTo } from '#app/request/return-to.ts'
import { loadDeposit } from '#app/routes/account/rentals/deposit-form.ts'
import { intendedRental } from '#app/routes/account/rentals/intended-rental.ts'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { productsOnSale } from '#domain/money/checkout/catalogue.ts'
import { payToday, type WayToPay } from '#domain/money/checkout/pay-today.ts'
import {
  type UndoablePurchase,
  undoablePurchases,
} from '#domain/money/checkout/refunding/undo-purchase.ts'
import { lastDayInWords, lastMomentInWords } from '#domain/money/credits/expiry-words.ts'
import { lastDayOf } from '#domain/money/credits/last-day.ts'
import { creditsOnHold, lotsLeft } from '#domain/money/credits/lots-left.ts'
import { toCode } from '#domain/money/gifts/code-words.ts'
import { giftsBoughtBy } from '#domain/money/gifts/gift-code-queries.ts'
import { findSubscription } from '#domain/money/plans/subscription-queries.ts'
import { checkLiveSubscription } from '#domain/money/plans/subscriptions.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { DAYS_A_WEEK } from '#domain/shared/credits.ts'
import { done } from '#domain/shared/outcome.ts'
import { calendarDateIn, rangeInWords, showDate } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/credits.ts'
import { answerCreditsForm } from './credits-form.ts'
import { ownStatement } from './own-statement.ts'

export const meta: Route.MetaFunction = () => pageMeta('Credits')

export async function loader({ request, context }: Route.LoaderArgs) {
  const shopper = shopperIn(context)
  if (!shopper) return { wallet: null }
  const query = new URL(request.url).searchParams
  // Changes made in the portal are shown at once, not when the webhook arrives.
  if (query.get('from') === 'portal') return await refreshFromPortal(context, request, shopper)
  const { db, clock, timeZone } = context.get(appContext)
  const now = clock()
  const day = (at: Date) => showDate(calendarDateIn(timeZone, at))
  const dayIf = (at: Date | null | undefined) => (at ? day(at) : null)
  const returnTo = query.get('return_to')
  const backTo = returnTo ? safeReturnTo(returnTo) : null
  const [lots, onHold, wanted, deposit, subscription, gifts, statement, undoable] =
    await Promise.all([
      lotsLeft(db, shopper, now),
      creditsOnHold(db, shopper.id, now),
      intendedRental(context, backTo),
      loadDeposit(context, request, shopper),
      findSubscription(db, shopper, now),
      giftsBoughtBy(db, shopper, query.get('gifts'), now),
      ownStatement(db, shopper, query.get('after')),
      undoablePurchases(db, shopper, now),
    ])
  const purchases = undoable.map((one) => shownPurchase(one, timeZone))
  const { creditsBalance: balance, heldPlan, consentIsDue } = viewerIn(context)
  return {
    wallet: {
      balance,
      consentIsDue,
      onHold: onHold.map(({ credits, since }) => ({ credits, since: day(since) })),
      needed: wanted && {
        title: wanted.title,
        days: rangeInWords(wanted.start, wanted.end),
        credits: wanted.credits,
        balance,
        paid: payToday({
          credits: wanted.credits,
          balance,
          depositCents: 0,
          mayTakePlan: heldPlan === null,
        }),
      },
      lots: lots.map((lot) => ({
        ...lot,
        expiresOn: lastDayInWords(lot.expiresAt, timeZone),
      })),
      purchases,
      undoing: purchases.find(({ orderId }) => orderId === query.get('undo')) ?? null,
      deposit,
      subscription: subscription && {
        ...subscription,
        days: {
          nextCredits: dayIf(subscription.nextCreditDate),
          renews: dayIf(subscription.renewsAt),
          cancel: dayIf(subscription.cancelAt),
          pending: dayIf(subscription.pending?.from),
          covered: dayIf(subscription.coveredUntil),
        },
      },
      gifts: gifts.rows.map((gift) => ({
        ...gift,
        claimableUntil: lastMomentInWords(gift.expiresAt, timeZone),
        expiresOn: lastDayInWords(gift.expiresAt, timeZone),
        claimedOn: dayIf(gift.claimedAt),
      })),
      nextGifts: gifts.next,
      statement: statement.rows.map((own) => ({
        ...own,
        day:
          own.line.kind === 'expiry'
            ? showDate(lastDayOf(own.line.at, timeZone))
            : day(own.line.at),
      })),
      nextStatement: statement.next,
      isFirstPage: !query.has('after'),
      code: toCode(query.get('code')),
      returnTo: backTo,
    },
  }
}

function shownPurchase({ orderId, credits, cents, ...at }: UndoablePurchase, timeZone: string) {
  const paidAt = showInstant(at.paidAt, timeZone)
  return { orderId, credits, cents, paidAt, until: showInstant(at.until, timeZone) }
}

const isPacks = ({ buys }: WayToPay) => buys?.product === 'one_time'

async function refreshFromPortal(
  context: Readonly<RouterContextProvider>,
  request: Request,
  shopper: Shopper,
) {
  const { db, stripe, clock } = context.get(appContext)
  await attempt(context, request, async () =>
    done(await checkLiveSubscription(db, stripe, shopper.id, clock())),
  )
  // The balance of this request was read before.
  return redirect(href('/credits'))
}

export function action({ request, context }: Route.ActionArgs) {
  return answerCreditsForm(context, request)
}

export default function Credits({ loaderData, actionData }: Route.ComponentProps) {
  const { wallet } = loaderData
  if (!wallet) return <AdminNotice title="Credits" />
  if (wallet.consentIsDue) return <WithoutConsent {...wallet} />
  const returnTo = wallet.returnTo ?? href('/credits')
  const refused = actionData?.kind === 'claim-refused' ? actionData : null
  const claim = <ClaimForm code={refused?.code ?? wallet.code} error={refused?.error} />
  // People who follow the link of a gift want to claim it.
  const claimsFirst = wallet.code !== ''
  const plans = (
    <Plans
      key="plans"
      products={productsOnSale.filter(({ mode }) => mode === 'subscription')}
      subscription={wallet.subscription}
      returnTo={returnTo}
    />
  )
  const packs = (
    <Packs
      key="packs"
      products={productsOnSale.filter(({ mode }) => mode === 'payment')}
      returnTo={returnTo}
      packs={wallet.needed?.paid.ways.find(isPacks)?.buys?.quantity ?? 1}
      kind={wallet.needed ? 'primary' : 'secondary'}
    />
  )
  const cheapest = wallet.needed?.paid.ways[0]
  const packsFirst = cheapest !== undefined && isPacks(cheapest)
  const holdings = (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <SubscriptionNotes subscription={wallet.subscription} />
      <Lots lots={wallet.lots} />
      <UndoPurchases purchases={wallet.purchases} asking={wallet.undoing} />
    </div>
  )
  return (
    <>
      {claimsFirst && <div className="page-column pt-10 sm:pt-14">{claim}</div>}
      <div className="page-column grid grid-cols-[minmax(0,1fr)] gap-y-12 py-10 sm:gap-y-16 sm:py-16">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-2">
          <div>
            <p className="eyebrow">Your balance</p>
            <h1 className="mt-3 text-5xl sm:text-6xl">{creditsInWords(wallet.balance)}</h1>
            <p className="mt-4 max-w-sm text-soft">
              Every item has a weekly price in credits. One week covers up to {DAYS_A_WEEK} days.
            </p>
            <OnHold lots={wallet.onHold} />
            {wallet.returnTo && wallet.returnTo !== href('/credits') && (
              <p className="mt-4">
                <TextLink to={wallet.returnTo}>Go back</TextLink>
              </p>
            )}
            <PaymentDue subscription={wallet.subscription} />
          </div>
          {wallet.needed ? <NeededCredits needed={wallet.needed} returnTo={returnTo} /> : holdings}
        </div>
        {productsOnSale.length === 0 ? (
          <Notice>No credit packages available at this time.</Notice>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-12 lg:grid-cols-2 print:hidden">
            {packsFirst ? [packs, plans] : [plans, packs]}
          </div>
        )}
        {wallet.needed && (wallet.subscription || wallet.lots.length > 0) && holdings}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-12 lg:grid-cols-2">
          <DepositSection deposit={wallet.deposit} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
            {!claimsFirst && claim}
            <Gifts gifts={wallet.gifts} next={wallet.nextGifts} />
          </div>
        </div>
      </div>
      <Statement
        lines={wallet.statement}
        next={wallet.nextStatement}
        isFirstPage={wallet.isFirstPage}
      />
      <CreditsQuestion answer={actionData} />
    </>
  )
}

/** Credits of disputed payments, and how they are released. */
function OnHold({ lots }: { lots: readonly { credits: number; since: string }[] }) {
  if (lots.length === 0) return null
  return (
    <div id="on-hold" className="mt-3 max-w-sm scroll-mt-8">
      {lots.map(({ credits, since }) => (
        <p key={since} className="font-medium">
          {credits} on hold: payment disputed since {since}.
        </p>
      ))}
      <p className="mt-1 text-soft">
        If you did not mean to dispute it, ask your bank to withdraw the dispute. For questions,{' '}
        <TextLink to={href('/feedback')}>write to us</TextLink>.
      </p>
    </div>
  )
}
