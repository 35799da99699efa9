import { Link, type RouterContextProvider, redirect } from 'react-router'
import { ClaimForm } from '#app/components/credits/claim-form.tsx'
import { CreditsQuestion } from '#app/components/credits/credits-answer.tsx'
import { DepositSection } from '#app/components/credits/deposit-section.tsx'
import { Gifts } from '#app/components/credits/gifts.tsx'
import { Lots } from '#app/components/credits/lots.tsx'
import { Packs } from '#app/components/credits/packs.tsx'
import { Plans } from '#app/components/credits/plans.tsx'
import { Statement } from '#app/components/credits/statement.tsx'
import { PaymentDue, SubscriptionNotes } from '#app/components/credits/subscription-notes.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { AdminNotice } from '#app/components/pages/admin-notice.tsx'
import { creditsInWords } from '#app/components/shell/shell.ts'
import { attempt } from '#app/http/attempt.ts'
import { appContext, shopperIn, viewerIn } from '#app/http/contexts.ts'
import { safeReturnTo } from '#app/http/return-to.ts'
import { Notice } from '#app/ui/notice.tsx'
import { productsOnSale } from '#domain/checkout/catalogue.ts'
import { lotsLeft } from '#domain/credits/lots-left.ts'
import { statementPage } from '#domain/credits/statement.ts'
import { toCode } from '#domain/gift-codes/code-words.ts'
import { giftsBoughtBy } from '#domain/gift-codes/gift-code-queries.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { calendarDateIn, showDate } from '#domain/shared/calendar-date.ts'
import { findSubscription } from '#domain/subscriptions/subscription-queries.ts'
import { checkLiveSubscription } from '#domain/subscriptions/subscriptions.ts'
import type { Route } from './+types/credits.ts'
import { answerCreditsForm } from './credits-form.ts'
import { loadDeposit } from './deposit-form.ts'

export const meta: Route.MetaFunction = () => pageMeta('Credits')

export async function loader({ request, context }: Route.LoaderArgs) {
  const shopper = shopperIn(context)
  if (!shopper) return { wallet: null }
  const query = new URL(request.url).searchParams
  // What was changed in the portal is shown at once, not when its webhook comes.
  if (query.get('from') === 'portal') return await hearFromPortal(context, request, shopper)
  const { db, clock, timeZone } = context.get(appContext)
  const now = clock()
  const day = (at: Date) => showDate(calendarDateIn(timeZone, at))
  const dayIf = (at: Date | null | undefined) => (at ? day(at) : null)
  const [lots, deposit, subscription, gifts, statement] = await Promise.all([
    lotsLeft(db, shopper, now),
    loadDeposit(context, request, shopper),
    findSubscription(db, shopper, now),
    giftsBoughtBy(db, shopper, query.get('gifts'), now),
    statementPage(db, shopper, query.get('after')),
  ])
  const returnTo = query.get('return_to')
  return {
    wallet: {
      balance: viewerIn(context).creditsBalance,
      lots: lots.map((lot) => ({ ...lot, expiresOn: day(lot.expiresAt) })),
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
        expiresOn: day(gift.expiresAt),
        claimedOn: dayIf(gift.claimedAt),
      })),
      nextGifts: gifts.next,
      statement: statement.rows.map((line) => ({ ...line, day: day(line.at) })),
      nextStatement: statement.next,
      isFirstPage: !query.has('after'),
      code: toCode(query.get('code')),
      returnTo: returnTo ? safeReturnTo(returnTo) : null,
    },
  }
}

async function hearFromPortal(
  context: Readonly<RouterContextProvider>,
  request: Request,
  shopper: Shopper,
) {
  const { db, stripe, clock } = context.get(appContext)
  await attempt(context, request, () => checkLiveSubscription(db, stripe, shopper.id, clock()))
  // The balance of this request was read before.
  return redirect('/credits')
}

export function action({ request, context }: Route.ActionArgs) {
  return answerCreditsForm(context, request)
}

export default function Credits({ loaderData, actionData }: Route.ComponentProps) {
  const { wallet } = loaderData
  if (!wallet) return <AdminNotice title="Credits" />
  const returnTo = wallet.returnTo ?? '/credits'
  const refused = actionData?.kind === 'claim-refused' ? actionData : null
  const claim = <ClaimForm code={refused?.code ?? wallet.code} error={refused?.error} />
  // Whoever follows the link of a gift has come for this.
  const claimsFirst = wallet.code !== ''
  return (
    <>
      {claimsFirst && <div className="page-column pt-10 sm:pt-14">{claim}</div>}
      <div className="page-column grid gap-x-16 gap-y-14 py-10 sm:py-16 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div>
          <p className="eyebrow">Your balance</p>
          <h1 className="mt-3 text-5xl sm:text-6xl">{creditsInWords(wallet.balance)}</h1>
          <p className="mt-4 max-w-sm text-soft">
            One credit is one day. Pieces are rented by the week, so the shortest rental takes seven
            times a piece’s daily credits.
          </p>
          {wallet.returnTo && wallet.returnTo !== '/credits' && (
            <p className="mt-4">
              <Link to={wallet.returnTo} className="text-link">
                Back to where you were
              </Link>
            </p>
          )}
          <PaymentDue subscription={wallet.subscription} />
          <SubscriptionNotes subscription={wallet.subscription} />
          <Lots lots={wallet.lots} />
          <DepositSection deposit={wallet.deposit} />
        </div>
        <div className="grid content-start gap-12">
          {productsOnSale.length === 0 && (
            <Notice>No credit packages available at this time.</Notice>
          )}
          <Plans
            products={productsOnSale.filter(({ mode }) => mode === 'subscription')}
            subscription={wallet.subscription}
            returnTo={returnTo}
          />
          <Packs
            products={productsOnSale.filter(({ mode }) => mode === 'payment')}
            returnTo={returnTo}
          />
          {!claimsFirst && claim}
          <Gifts gifts={wallet.gifts} next={wallet.nextGifts} />
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
