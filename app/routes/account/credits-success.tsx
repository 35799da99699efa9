import { redirect } from 'react-router'
import { MessagePage } from '#app/components/pages/message-page.tsx'
import {
  PaymentGivenBack,
  UnknownPayment,
  UnpaidPayment,
  WaitingPayment,
} from '#app/components/pages/payment-pages.tsx'
import { creditsInWords } from '#app/components/shell/shell.ts'
import { viewerIn } from '#app/http/contexts.ts'
import { pathOf } from '#app/http/guards.ts'
import { readPaymentReturn } from '#app/http/payment-return.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { Route } from './+types/credits-success.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Your credits · Hemline' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const payment = await readPaymentReturn(context, request, ['one_time', 'gift'])
  if (payment.state !== 'done') return { state: payment.state }
  // The header's balance was read before this payment became credits.
  if (payment.justNow) throw redirect(pathOf(request))
  return {
    state: payment.state,
    credits: payment.order.credits,
    balance: viewerIn(context).creditsBalance,
    returnTo: payment.order.returnTo,
  }
}

export default function CreditsSuccess({ loaderData }: Route.ComponentProps) {
  switch (loaderData.state) {
    case 'unknown':
      return <UnknownPayment />
    case 'unpaid':
      return <UnpaidPayment again="/credits" />
    case 'waiting':
      return <WaitingPayment />
    case 'given-back':
      return <PaymentGivenBack />
    case 'done':
  }
  const { credits, balance, returnTo } = loaderData
  const goesBack = returnTo.startsWith('/item/')
  return (
    <MessagePage
      eyebrow="Thank you"
      title={`${creditsInWords(credits)} are yours`}
      actions={
        <>
          <LinkButton to={goesBack ? returnTo : '/styles'}>
            {goesBack ? 'Back to the item' : 'Find something to wear'}
          </LinkButton>
          <LinkButton to="/credits" kind="secondary">
            See your credits
          </LinkButton>
        </>
      }
    >
      Your balance is now {creditsInWords(balance)}.
    </MessagePage>
  )
}
