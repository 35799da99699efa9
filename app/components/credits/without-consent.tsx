import { creditsInWords } from '#app/components/viewer/shell.ts'
import { DepositSection, type ShownDeposit } from './deposit-section.tsx'
import { PortalForm } from './portal-form.tsx'
import { type ShownSubscription, SubscriptionNotes } from './subscription-notes.tsx'

type WithoutConsentProps = {
  balance: number
  subscription: ShownSubscription | null
  deposit: ShownDeposit
}

/**
 * The credits page of a person who has not agreed to new terms: they can end their subscription and
 * request the refund of their deposit, but not buy anything.
 */
export function WithoutConsent({ balance, subscription, deposit }: WithoutConsentProps) {
  const { held } = deposit
  return (
    <div className="page-column py-10 sm:py-16">
      <p className="eyebrow">Your balance</p>
      <h1 className="mt-3 text-5xl sm:text-6xl">{creditsInWords(balance)}</h1>
      <div className="mt-12 grid max-w-xl grid-cols-[minmax(0,1fr)] gap-12">
        <SubscriptionNotes subscription={subscription} />
        {subscription && subscription.state !== 'ended' && (
          <PortalForm kind="secondary">Manage Subscription</PortalForm>
        )}
        <DepositSection deposit={{ ...deposit, held: held && { ...held, topUpCents: 0 } }} />
      </div>
    </div>
  )
}
