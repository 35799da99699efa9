import { href, redirect } from 'react-router'
import { sentInWords } from '#app/components/boards/board-words.ts'
import { MessagePage } from '#app/components/pages/message-page.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { PaymentPage } from '#app/components/pages/payment-pages.tsx'
import { shopperIn } from '#app/request/contexts.ts'
import { redirectWithSuccess, redirectWithToast } from '#app/request/flash.ts'
import { pathOf } from '#app/request/path-of.ts'
import { readPaymentReturn } from '#app/request/payment-return.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { PAID_FOR } from '#app/routes/account/rentals/paid-for.ts'
import { leavePaidBag, readPaidBag } from '#app/routes/account/rentals/paid-rental.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { BoardId, OrderId } from '#db/ids.ts'
import { refusedInWords, refusedTitle } from '#domain/booking/rental-checkouts/refused-words.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/paid.ts'

export const meta: Route.MetaFunction = () => pageMeta('Your payment')

/** The way back from the payment page of a bag: to the board, if everything was requested. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const id = orNotFound(parseId<BoardId>(params.id))
  const board = href('/boards/:id', { id })
  if (!shopperIn(context)) throw redirect(board)
  const left = parseId<OrderId>(new URL(request.url).searchParams.get('left'))
  if (left) {
    const bag = await leavePaidBag(context, request, left)
    const back = href('/boards/:id/bag', { id })
    // It is not theirs, or the payment provider does not answer.
    if (!bag) throw redirect(back)
    if (bag.pieces.some(({ status }) => status !== 'left')) throw redirect(board)
    throw redirectWithToast(back, {
      type: 'info',
      text: 'You were not charged. The dates are no longer held for you.',
    })
  }
  const payment = await readPaymentReturn(context, request, PAID_FOR)
  if (payment.state === 'unknown') throw redirect(board)
  const bag = await readPaidBag(context, request, payment.order.id)
  const requested = bag?.pieces.filter(({ status }) => status === 'requested').length ?? 0
  if (bag && bag.refused.length === 0 && requested > 0)
    throw redirectWithSuccess(board, sentInWords(requested))
  // The header's balance was read before this payment was fulfilled.
  if (bag && payment.state === 'done' && payment.justNow) throw redirect(pathOf(request))
  return {
    board,
    // Paid, but not requested yet: the job behind the payment does it.
    state: payment.state === 'done' ? ('waiting' as const) : payment.state,
    type: payment.order.type,
    refused: bag && bag.refused.length > 0 ? bag : null,
  }
}

export default function Paid({ loaderData }: Route.ComponentProps) {
  const { board, state, type, refused } = loaderData
  if (!refused) return <PaymentPage state={state} type={type} again={board} />
  return (
    <MessagePage
      eyebrow="Your payment is safe"
      title={refusedTitle(refused)}
      actions={<LinkButton to={board}>Back to the board</LinkButton>}
    >
      {refusedInWords(refused).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </MessagePage>
  )
}
