import { data, type RouterContextProvider, redirect } from 'react-router'
import type { ShownDeposit } from '#app/components/credits/deposit-section.tsx'
import { attempt } from '#app/http/attempt.ts'
import { appContext, shopperIn } from '#app/http/contexts.ts'
import { flash } from '#app/http/flash.ts'
import { DEPOSIT } from '#domain/checkout/catalogue.ts'
import { depositLife } from '#domain/deposits/deposit-life.ts'
import { type RefundProblem, requestRefund } from '#domain/deposits/deposits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { calendarDateIn, showDate } from '#domain/shared/calendar-date.ts'
import { shortDollars } from '#domain/shared/cents.ts'

type Context = Readonly<RouterContextProvider>

// The deposit's part of the credits page: `deposit: await loadDeposit(context, request, shopper)` in
// its loader, `<DepositSection deposit={…} />` in its view, and first thing in its action
// `if (form.get('intent') === 'refund-deposit') return await answerDepositForm(context, request)`.

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
      amountCents: held.amountCents,
      keptCents: held.keptCents,
      paidOn: day(held.paidAt),
      openRentals: held.openRentals,
      barred: held.barred,
    },
    kept: life.kept.map(({ decidedAt, ...kept }) => ({ ...kept, decidedOn: day(decidedAt) })),
    refunds: life.refunds.map(({ requestedAt, finishedAt, ...refund }) => ({
      ...refund,
      requestedOn: day(requestedAt),
      finishedOn: finishedAt && day(finishedAt),
    })),
    mayRequest: life.mayRequest,
    asking: new URL(request.url).searchParams.get('refund') === 'deposit',
    depositCents: DEPOSIT.amountCents,
  }
}

/** Answers the posted wish to have the deposit back, with a toast on the credits page. */
export async function answerDepositForm(context: Context, request: Request): Promise<Response> {
  const shopper = shopperIn(context)
  if (!shopper) throw data(null, { status: 403 })
  const { db, clock } = context.get(appContext)
  const asked = await attempt(context, request, () => requestRefund(db, shopper, clock()))
  const toast = asked.failed
    ? ({ type: 'error', text: 'Your deposit could not be requested. Please try again.' } as const)
    : asked.value.ok
      ? ({
          type: 'success',
          text: `${shortDollars(asked.value.value.cents)} is on its way back to your card.`,
        } as const)
      : ({ type: 'error', text: sentenceFor(asked.value.problem) } as const)
  return redirect('/credits', { headers: { 'Set-Cookie': flash(toast) } })
}

function sentenceFor(problem: RefundProblem): string {
  switch (problem.reason) {
    case 'no-deposit':
      return 'There is no deposit to return.'
    case 'rentals-open':
      return problem.rentals === 1
        ? 'Your deposit returns once your open rental has ended.'
        : `Your deposit returns once your ${problem.rentals} open rentals have ended.`
    case 'deposit-disputed':
      return 'The payment of your deposit is disputed, so it cannot be returned now.'
  }
}
