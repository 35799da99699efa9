import { href, Link } from 'react-router'
import { PurchaseExpiry } from '#app/components/credits/purchase-expiry.tsx'
import { publicMeta } from '#app/components/page-meta.ts'
import { ContactUs } from '#app/components/pages/contact-us.tsx'
import { LegalReviewNotice } from '#app/components/pages/legal-review-notice.tsx'
import { TextPage } from '#app/components/pages/text-page.tsx'
import { DEPOSIT_PRICE } from '#domain/checkout/deposit-price.ts'
import { PLAN_ROLLOVER } from '#domain/subscriptions/plan-words.ts'
import type { Route } from './+types/terms.ts'

const title = 'Terms'
const introduction = 'The rules for renting and lending on Hemline.'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, { title, description: introduction, path: href('/terms') })

// The owner of a shop has these reviewed: decision 0076.
const parts = [
  {
    id: 'who',
    title: 'Who we are and what we do',
    body: (
      <p>
        Hemline is a marketplace. Closets list clothes, and you rent from them. We process payments,
        hold deposits and keep a record of each rental. The clothes belong to the closets.
      </p>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <p>
        You need an account to rent. You must be at least 18 years old, use your real name and keep
        your password private. You can delete your account under Profile when you have no open
        rental or deposit.
      </p>
    ),
  },
  {
    id: 'credits',
    title: 'Credits and plans',
    body: (
      <>
        <p>
          You pay for rentals with credits. The prices are on{' '}
          <Link to={`${href('/how-it-works')}#prices`}>How it works & prices</Link>. {PLAN_ROLLOVER}
          ; credits from <PurchaseExpiry />. Credits have no cash value and cannot be refunded,
          except where required by law.
        </p>
        <p>
          A plan renews until you cancel it. You can cancel at any time; it then stays active until
          the end of the period you have paid for.
        </p>
      </>
    ),
  },
  {
    id: 'renting',
    title: 'Renting',
    body: (
      <>
        <p>
          When you rent an item, we send your request to the closet and take the credits from your
          balance. You can cancel until the item is delivered and get your credits back, unless they
          have expired by then. If the closet cancels or does not deliver, you get all of them back.
        </p>
        <p>
          Take good care of the item, do not lend it to others and return it to the closet on the
          last day.
        </p>
      </>
    ),
  },
  {
    id: 'deposit',
    title: 'Deposit, damage and late returns',
    body: (
      <p>
        Before your first rental you pay a deposit of {DEPOSIT_PRICE}. It is yours, and you can ask
        for it back any time you have no open rental. A closet can keep part or all of it if an item
        comes back damaged, late or not at all, and must say why. If you disagree, contact us. We
        will hear both sides. <Link to={`${href('/help')}#damage`}>How we handle damage</Link>
      </p>
    ),
  },
  {
    id: 'closets',
    title: 'Closets',
    body: (
      <p>
        Closets may only list items they own, must describe them accurately and deliver them clean
        and on time, and may keep a deposit only to cover an actual loss. We may refuse or remove a
        listing and close a closet that breaks these rules.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <p>
        We are liable where required by law. Otherwise, if an item is not as described or a closet
        does not deliver, our liability is limited to returning your credits.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and contact',
    body: (
      <p>
        If these terms change significantly, we will tell you before the change takes effect. For
        questions, <ContactUs />. How we handle your data is in{' '}
        <Link to={href('/privacy')}>Privacy</Link>.
      </p>
    ),
  },
]

export default function Terms() {
  return (
    <TextPage
      title={title}
      introduction={
        <>
          <p>{introduction}</p>
          <LegalReviewNotice file="app/routes/storefront/terms.tsx" />
        </>
      }
      parts={parts}
    />
  )
}
