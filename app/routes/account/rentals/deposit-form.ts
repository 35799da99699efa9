import { data, href, type RouterContextProvider, redirectDocument } from 'react-router'
import type { ShownDeposit } from '#app/components/credits/deposit-section.tsx'
import type { Unexpected } from '#app/forms/answered.ts'
import { askConsentFirst } from '#app/request/ask-consent-first.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext, shopperIn } from '#app/request/contexts.ts'
import { redirectWithToast } from '#app/request/flash.ts'
import { countAttempt } from '#app/request/limits.ts'
import { tryAgainIn } from '#app/request/too-many.ts'
import { DEPOSIT } from '#domain/money/checkout/catalogue.ts'
import { topUpDeposit } from '#domain/money/checkout/checkout.ts'
import { depositLife } from '#domain/money/deposits/deposit-life.ts'
import { type RefundProblem, requestRefund } from '#domain/money/deposits/deposits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { dollars } from '#domain/shared/cents.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'

type Context = Readonly<RouterContextProvider>

// The deposit's part of the credits page: `deposit: await loadDeposit(context, request, shopper)`
// in its loader, `<DepositSection deposit={…} />` in its view, and in its action
// `answerDepositForm` for the intent 'refund-deposit', `answerTopUpForm` for 'top-up-deposit'.

/** What the section shows; `?refund=deposit` opens its question. */
export async function loadDeposit(
  context: Context,
  request: Request,
  shopper: Shopper,
): Promise<ShownDeposit> {
  const { db, timeZone } = context.get(appContext)
  const life = await depositLife(db, shopper)
  const day = (at: Date) => showDate(calendarDateIn(timeZone, at))
  const { held } = life
  return {
    held: held && {
      fullCents: held.fullCents,
      leftCents: held.leftCents,
      topUpCents: held.topUpCents,
      paidOn: day(held.paidAt),
      openRentals: held.openRentals,
      barred: held.barred,
    },
    withheld: life.withheld.map(({ decidedAt, ...withheld }) => ({
      ...withheld,
      decidedOn: day(decidedAt),
    })),
    refunds: life.refunds.map(({ requestedAt, finishedAt, ...refund }) => ({
      ...refund,
      requestedOn: day(requestedAt),
      finishedOn: finishedAt && day(finishedAt),
    })),
    topUps: life.topUps.map(({ paidAt, ...topUp }) => ({ ...topUp, paidOn: day(paidAt) })),
    mayRequest: life.mayRequest,
    asking: new URL(request.url).searchParams.get('refund') === 'deposit',
    depositCents: DEPOSIT.amountCents,
  }
}

/** Answers a posted request for the deposit's refund, with a toast on the credits page. */
export async function answerDepositForm(context: Context, request: Request): Promise<Response> {
  const shopper = shopperIn(context)
  if (!shopper) throw data(null, { status: 403 })
  const { db, clock } = context.get(appContext)
  const requested = await attempt(context, request, () => requestRefund(db, shopper, clock()))
  if (!requested.ok)
    return redirectWithToast(href('/credits'), {
      type: 'error',
      text: sentenceFor(requested.problem),
    })
  return redirectWithToast(href('/credits'), {
    type: 'success',
    text: `${dollars(requested.value.cents)} will be refunded to your card.`,
  })
}

/** Opens the payment page for the missing amount, which returns to the credits page. */
export async function answerTopUpForm(context: Context, request: Request): Promise<Response> {
  const shopper = shopperIn(context)
  if (!shopper) throw data(null, { status: 403 })
  askConsentFirst(context, href('/credits'))
  const app = context.get(appContext)
  const refuse = (text: string) => redirectWithToast(href('/credits'), { type: 'error', text })
  const taken = await countAttempt(app, 'checkout', shopper.id)
  if (!taken.ok) return refuse(`Too many attempts. ${tryAgainIn(taken.problem.retryAfterSeconds)}`)
  const places = {
    origin: app.originOf(request),
    successPath: `${href('/deposit-success')}?session_id={CHECKOUT_SESSION_ID}&return_to=${encodeURIComponent(href('/credits'))}`,
    returnTo: href('/credits'),
  }
  const opened = await attempt(context, request, () =>
    topUpDeposit(app.db, shopper, app.stripe, places, app.clock()),
  )
  // The payment pages are not rendered by us, even on our own host.
  if (opened.ok) return redirectDocument(opened.value.url)
  return refuse(
    opened.problem.reason === 'nothing-to-add'
      ? 'Your deposit does not need a top-up right now.'
      : 'We could not open the payment page. Please try again.',
  )
}

function sentenceFor(problem: RefundProblem | Unexpected): string {
  switch (problem.reason) {
    case 'unexpected':
      return 'Your refund request failed. Please try again.'
    case 'no-deposit':
      return 'You have no deposit to refund.'
    case 'rentals-open':
      return problem.rentals === 1
        ? 'You can get your deposit back when your open rental ends.'
        : `You can get your deposit back when your ${problem.rentals} open rentals end.`
    case 'deposit-disputed':
      return 'Your deposit payment is disputed, so it cannot be refunded right now.'
    case 'refund-under-way':
      return 'A refund is on its way. Please ask again once it has arrived.'
  }
}
