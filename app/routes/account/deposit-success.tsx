import { redirect } from 'react-router'
import { pageMeta } from '#app/components/page-meta.ts'
import {
  PaymentGivenBack,
  UnknownPayment,
  UnpaidPayment,
  WaitingPayment,
} from '#app/components/pages/payment-pages.tsx'
import { flash } from '#app/http/flash.ts'
import { readPaymentReturn } from '#app/http/payment-return.ts'
import { safeReturnTo } from '#app/http/return-to.ts'
import type { Route } from './+types/deposit-success.ts'

export const meta: Route.MetaFunction = () => pageMeta('Deposit')

/** Once the deposit is held, on to where it was needed, with the dates still chosen. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const payment = await readPaymentReturn(context, request, ['deposit'])
  const returnTo = safeReturnTo(new URL(request.url).searchParams.get('return_to'))
  if (payment.state === 'done')
    throw redirect(returnTo, {
      headers: {
        'Set-Cookie': flash({ type: 'success', text: 'Your deposit is paid. You can rent now.' }),
      },
    })
  return { state: payment.state, returnTo }
}

export default function DepositSuccess({ loaderData }: Route.ComponentProps) {
  switch (loaderData.state) {
    case 'unknown':
      return <UnknownPayment />
    case 'unpaid':
      return <UnpaidPayment again={loaderData.returnTo} />
    case 'waiting':
      return <WaitingPayment />
    case 'given-back':
      return <PaymentGivenBack />
  }
}
