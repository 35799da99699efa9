import { href } from 'react-router'
import { PurchaseExpiry } from '#app/components/credits/purchase-expiry.tsx'
import { publicMeta } from '#app/components/pages/page-meta.ts'
import { ExamplePrices, PriceTable } from '#app/components/pages/price-table.tsx'
import { TextPage } from '#app/components/pages/text-page.tsx'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { DEPOSIT_PRICE } from '#domain/money/checkout/deposit-price.ts'
import { PLAN_ROLLOVER } from '#domain/money/plans/plan-words.ts'
import { DAYS_A_WEEK } from '#domain/shared/credits.ts'
import type { Route } from './+types/how-it-works.ts'

const title = 'How it works & prices'
const introduction =
  'Rent clothes by the week from closets near you. See how credits work and what they cost.'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, { title, description: introduction, path: href('/how-it-works') })

const parts = [
  {
    id: 'steps',
    title: 'Step by step',
    body: (
      <>
        <p>
          A closet is a person or a shop near you that lends the clothes it lists. You can lend
          yours, too: <Link to={href('/list-your-closet')}>List your closet</Link>
        </p>
        <ol>
          <li>Choose an item and your dates. One week covers up to {DAYS_A_WEEK} days.</li>
          <li>Pay a refundable deposit of {DEPOSIT_PRICE} once. It covers all your rentals.</li>
          <li>
            Rent the item with credits. You can cancel free of charge until it is delivered: your
            credits come back with all the time they had left.
          </li>
          <li>The closet confirms, then delivers the item or arranges a pickup with you.</li>
          <li>Return it to the closet on the last day. The closet cleans it.</li>
        </ol>
        <p>
          <LinkButton to={href('/styles')}>Browse Items</LinkButton>
        </p>
      </>
    ),
  },
  {
    id: 'prices',
    title: 'What credits cost',
    body: (
      <>
        <PriceTable />
        <p>
          {PLAN_ROLLOVER}. Credits from <PurchaseExpiry />. We always use the credits that expire
          first.
        </p>
      </>
    ),
  },
  {
    id: 'examples',
    title: 'What a week costs',
    body: (
      <>
        <p>
          Every item has a weekly price in credits. Rentals are charged in whole weeks: 1 to{' '}
          {DAYS_A_WEEK} days cost one week, {DAYS_A_WEEK + 1} to {2 * DAYS_A_WEEK} days cost two.
        </p>
        <ExamplePrices />
      </>
    ),
  },
  {
    id: 'deposit',
    title: 'The deposit',
    body: (
      <p>
        You pay {DEPOSIT_PRICE} once, by card, before your first rental. Ask for it back any time
        you have no open rental. A closet can keep part or all of it if an item comes back damaged,
        late or not at all. <Link to={`${href('/help')}#damage`}>How we handle damage</Link>
      </p>
    ),
  },
]

export default function HowItWorks() {
  return <TextPage title={title} introduction={<p>{introduction}</p>} parts={parts} />
}
