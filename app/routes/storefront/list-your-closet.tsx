import type { ReactNode } from 'react'
import { href } from 'react-router'
import { unmetName } from '#app/components/closet/figure-names.ts'
import { EarningsCalculator } from '#app/components/lending/earnings-calculator.tsx'
import { EXAMPLE, earningsForm, earningsOf } from '#app/components/lending/earnings-form.ts'
import { NOT_PAID, WHEN_PAID } from '#app/components/lending/lending-facts.tsx'
import { authAddress } from '#app/components/pages/auth-address.ts'
import { publicMeta } from '#app/components/pages/page-meta.ts'
import { TextPage, type TextPart } from '#app/components/pages/text-page.tsx'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { checkForm } from '#app/forms/forms.ts'
import { appContext, todayIn } from '#app/request/contexts.ts'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { UNMET_DAYS } from '#domain/catalogue/search/unmet-days.ts'
import { frequentUnmetSearches } from '#domain/catalogue/search/unmet-searches.ts'
import { DEPOSIT_PRICE } from '#domain/money/checkout/deposit-price.ts'
import { announcedRates, currentRate } from '#domain/money/payouts/payout-rate.ts'
import { dollars } from '#domain/shared/cents.ts'
import { DAYS_A_WEEK, showNumber } from '#domain/shared/credits.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/list-your-closet.ts'

const title = 'List your closet'
const introduction =
  'Rent out the clothes you own by the week. See what they earn, who pays for damage, and when you are paid.'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, { title, description: introduction, path: href('/list-your-closet') })

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, stripe, timeZone } = context.get(appContext)
  const now = clock()
  const [rate, [next], wanted] = await Promise.all([
    stripe.hasConnect ? currentRate(db, now) : 0,
    announcedRates(db, now),
    frequentUnmetSearches(db, todayIn(context)),
  ])
  const { entered, read } = readEarnings(new URL(request.url).searchParams)
  return {
    rate,
    next: next
      ? { cents: next.cents, date: showDate(calendarDateIn(timeZone, next.fromAt)) }
      : null,
    wanted,
    entered,
    earnings: read.ok ? earningsOf(read.value, rate) : null,
    answer: read.ok ? undefined : read.problem,
  }
}

/** The fields of the calculator in an address; a missing one has its example. */
function readEarnings(query: URLSearchParams) {
  const entered: Record<string, string> = {}
  const form = new FormData()
  for (const [name, example] of Object.entries(EXAMPLE)) {
    entered[name] = query.get(name) ?? String(example)
    form.set(name, entered[name])
  }
  return { entered, read: checkForm(earningsForm, form) }
}

export default function ListYourCloset({ loaderData }: Route.ComponentProps) {
  const { rate, wanted } = loaderData
  const parts = [
    rate > 0 && earningsPart(loaderData),
    wanted.length > 0 && wantedPart(wanted),
    damagePart,
    deliveryPart,
    paidPart(rate),
    startPart,
  ]
  return (
    <TextPage
      title={title}
      introduction={
        <>
          <p>{introduction}</p>
          <div className="mt-6">
            <Apply />
          </div>
        </>
      }
      parts={parts.filter((part) => part !== false)}
    />
  )
}

const EXAMPLES = [14, EXAMPLE.credits, 49]

function earningsPart({ rate, next, ...calculator }: Route.ComponentProps['loaderData']): TextPart {
  return {
    id: 'earnings',
    title: 'What you earn',
    body: (
      <>
        <p>
          You set a weekly price in credits, and earn {rate}¢ for each credit that a rental costs.
          Rentals are charged in whole weeks of up to {DAYS_A_WEEK} days.
        </p>
        {next && (
          <p>
            From {next.date}, closets earn {next.cents}¢ for each credit.
          </p>
        )}
        <table className="w-full text-left text-[0.9375rem]">
          <thead className="text-sm text-soft">
            <tr>
              <th className="py-2 pr-4 font-normal">An item at</th>
              <th className="py-2 text-right font-normal">You earn</th>
            </tr>
          </thead>
          <tbody>
            {EXAMPLES.map((credits) => (
              <tr key={credits} className="border-t border-line">
                <th scope="row" className="py-3 pr-4 font-medium">
                  {credits} credits a week
                </th>
                <td className="py-3 text-right tabular-nums">{dollars(credits * rate)} a week</td>
              </tr>
            ))}
          </tbody>
        </table>
        <EarningsCalculator {...calculator} />
      </>
    ),
  }
}

function wantedPart(wanted: Route.ComponentProps['loaderData']['wanted']): TextPart {
  return {
    id: 'wanted',
    title: 'What shoppers look for',
    body: (
      <>
        <p>These searches found nothing in the last {UNMET_DAYS} days:</p>
        <ul>
          {wanted.map((one) => (
            <li key={`${one.category} ${one.size}`}>
              {unmetName(one)}: {showNumber(one.searches)} searches
            </li>
          ))}
        </ul>
      </>
    ),
  }
}

const damagePart: TextPart = {
  id: 'damage',
  title: 'Who pays for damage',
  body: (
    <>
      <p>
        Every renter pays a deposit of {DEPOSIT_PRICE} before their first rental. If an item comes
        back damaged or late, or not at all, you can keep part or all of what is left of it. You
        give a reason, and the renter can appeal. One deposit covers all rentals of a renter, and
        each of your rentals shows what is left of it.
      </p>
      <p>
        Damage above the deposit is not covered. Give valuable items a replacement value: only
        shoppers who have completed enough rentals can then rent them. Normal wear is part of
        lending, and you clean an item after its return.
      </p>
    </>
  ),
}

const deliveryPart: TextPart = {
  id: 'delivery',
  title: 'Who delivers',
  body: (
    <p>
      You do, or renters pick up at your place, or you ship. You choose which of these you offer,
      how far you deliver, and how many days of notice you need. You can decline a request.
    </p>
  ),
}

const paidPart = (rate: number): TextPart => ({
  id: 'paid',
  title: 'When you are paid',
  body: (
    <p>
      {rate > 0 ? `${WHEN_PAID} Stripe pays it to you; we do not see your bank details.` : NOT_PAID}
    </p>
  ),
})

const startPart: TextPart = {
  id: 'start',
  title: 'How to start',
  body: (
    <>
      <ol>
        <li>
          Create an account and apply with photos of a few items. Reviews typically take 1-3
          business days.
        </li>
        <li>Set up payouts and add your first items. We look at each one before it is shown.</li>
        <li>Accept requests, hand the items over, and check them when they are back.</li>
      </ol>
      <p>
        The <Link to={href('/lending-terms')}>Lending terms</Link> have the rules.
      </p>
      <Apply />
    </>
  ),
}

/** The next step of this viewer. */
function Apply(): ReactNode {
  const { viewer, userToUserEnabled } = useShell()
  const to = href('/business-apply')
  if (viewer?.accountType === 'admin') return null
  if (viewer?.accountType === 'business' && viewer.businessStatus === 'approved')
    return <LinkButton to={href('/business')}>Go to My Closet</LinkButton>
  if (viewer?.businessStatus) return <LinkButton to={to}>See your application</LinkButton>
  if (!userToUserEnabled) return <p>Applications are closed at the moment.</p>
  if (viewer) return <LinkButton to={to}>Apply now</LinkButton>
  return (
    <p className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <LinkButton to={authAddress({ signingUp: true, returnTo: to })} rel="nofollow">
        Sign up and apply
      </LinkButton>
      <span className="text-base text-soft">
        Have an account?{' '}
        <TextLink to={authAddress({ signingUp: false, returnTo: to })} rel="nofollow">
          Sign in
        </TextLink>
      </span>
    </p>
  )
}
