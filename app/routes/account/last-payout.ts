import { href, type RouterContextProvider } from 'react-router'
import { appContext, signedInContext } from '#app/request/contexts.ts'
import { redirectWithError, redirectWithSuccess } from '#app/request/flash.ts'
import {
  type FinalTransferRefusal,
  requestFinalTransfer,
} from '#domain/money/payouts/transfers/final-transfer.ts'
import { dollars } from '#domain/shared/cents.ts'

const SENTENCES = {
  'payouts-not-available':
    'Payouts are not available on Hemline yet. Please contact us about what you are owed.',
  'account-not-ready': 'Stripe cannot pay you yet. Please complete your setup under Payouts first.',
  'rental-open':
    'A rental of your items, or a request to return one, is still open. You can ask for the rest when it ends.',
  'not-payable-yet':
    'Some of it was earned only recently. Please try again when all of it is payable.',
  'nothing-to-send': 'There is nothing to send, or your payout is already on its way.',
  'payouts-stopped': 'Payouts are being checked at the moment. Please try again tomorrow.',
} satisfies Record<FinalTransferRefusal['reason'], string>

/** Sends the final transfer to a person who wants to delete their account. */
export async function sendLastPayout(context: Readonly<RouterContextProvider>): Promise<Response> {
  const { db, clock, stripe } = context.get(appContext)
  const sent = await requestFinalTransfer(db, context.get(signedInContext), stripe, clock())
  return sent.ok
    ? redirectWithSuccess(
        href('/profile/your-data'),
        `We are sending you ${dollars(sent.value.cents)}.`,
      )
    : redirectWithError(href('/profile/your-data'), SENTENCES[sent.problem.reason])
}
