import { data, Link, type RouterContextProvider, redirect } from 'react-router'
import { BuyForm } from '#app/components/credits/buy-form.tsx'
import { DepositSection } from '#app/components/credits/deposit-section.tsx'
import { AdminNotice } from '#app/components/pages/admin-notice.tsx'
import { creditsInWords } from '#app/components/shell/shell.ts'
import { attempt } from '#app/http/attempt.ts'
import { appContext, shopperIn, todayIn, viewerIn } from '#app/http/contexts.ts'
import { flash } from '#app/http/flash.ts'
import { safeReturnTo } from '#app/http/return-to.ts'
import { Notice } from '#app/ui/notice.tsx'
import { type CreditProduct, productsOnSale } from '#domain/checkout/catalogue.ts'
import { type BuyProblem, buyCredits } from '#domain/checkout/checkout.ts'
import { lotsLeft } from '#domain/credits/lots-left.ts'
import { calendarDateIn, showDate } from '#domain/shared/calendar-date.ts'
import { shortDollars } from '#domain/shared/cents.ts'
import type { Route } from './+types/credits.ts'
import { answerDepositForm, loadDeposit } from './deposit-form.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Credits · Hemline' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const shopper = shopperIn(context)
  if (!shopper) return { wallet: null }
  const { db, clock, timeZone } = context.get(appContext)
  const [lots, deposit] = await Promise.all([
    lotsLeft(db, shopper, clock()),
    loadDeposit(context, request, shopper),
  ])
  const returnTo = new URL(request.url).searchParams.get('return_to')
  return {
    wallet: {
      balance: viewerIn(context).creditsBalance,
      lots: lots.map((lot) => ({
        ...lot,
        expiresOn: showDate(calendarDateIn(timeZone, lot.expiresAt)),
      })),
      deposit,
      today: todayIn(context),
      returnTo: returnTo ? safeReturnTo(returnTo) : null,
    },
  }
}

const CHECKOUT_FAILED = 'Failed to create checkout session'

function sentenceFor(problem: BuyProblem): string {
  switch (problem.reason) {
    case 'product-not-found':
      return 'Product not found'
    case 'recipient-missing':
      return 'Please say who the gift is for.'
    case 'gift-for-oneself':
      return 'Please give an address that is not your own.'
    case 'already-subscribed':
      return 'You already have an active subscription. Please manage or change your subscription instead.'
    case 'payments-away':
      return `Error: ${CHECKOUT_FAILED}`
    case 'payments-refused':
      return `Error: ${problem.message || CHECKOUT_FAILED}`
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const shopper = shopperIn(context)
  if (!shopper) throw data(null, { status: 403 })
  const form = await request.formData()
  if (form.get('intent') === 'refund-deposit') return await answerDepositForm(context, request)
  const posted = form.get('return_to')
  const returnTo = safeReturnTo(typeof posted === 'string' && posted ? posted : '/credits')
  const app = context.get(appContext)
  const places = {
    origin: app.originOf(request),
    successPath: '/credits-success?session_id={CHECKOUT_SESSION_ID}',
    returnTo,
  }
  const tried = await attempt(context, request, () =>
    buyCredits(
      app.db,
      shopper,
      app.stripe,
      { product: String(form.get('product')) },
      places,
      app.clock(),
    ),
  )
  if (!tried.failed && tried.value.ok) return redirect(tried.value.value.url)
  const text = tried.failed ? `Error: ${CHECKOUT_FAILED}` : sentenceFor(problemIn(tried.value))
  return redirect(returnTo, { headers: { 'Set-Cookie': flash({ type: 'error', text }) } })
}

function problemIn(outcome: Awaited<ReturnType<typeof buyCredits>>): BuyProblem {
  if (outcome.ok) throw new Error('an open checkout is no problem')
  return outcome.problem
}

export type CreditsContext = Readonly<RouterContextProvider>

export default function Credits({ loaderData }: Route.ComponentProps) {
  const { wallet } = loaderData
  if (!wallet) return <AdminNotice title="Credits" />
  const plans = productsOnSale.filter(({ mode }) => mode === 'subscription')
  const packs = productsOnSale.filter(({ mode }) => mode === 'payment')
  return (
    <div className="page-column grid gap-x-16 gap-y-14 py-12 sm:py-16 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div>
        <p className="eyebrow">Your balance</p>
        <h1 className="mt-3 text-5xl sm:text-6xl">{creditsInWords(wallet.balance)}</h1>
        <p className="mt-4 max-w-sm text-soft">
          One credit is one day. Pieces are rented by the week, so the shortest rental takes seven
          times a piece’s daily credits.
        </p>
        {wallet.returnTo && wallet.returnTo !== '/credits' && (
          <p className="mt-4">
            <Link to={wallet.returnTo} className="text-link">
              Back to where you were
            </Link>
          </p>
        )}
        <Lots lots={wallet.lots} />
        <DepositSection deposit={wallet.deposit} />
      </div>
      <div className="grid content-start gap-12">
        {productsOnSale.length === 0 && <Notice>No credit packages available at this time.</Notice>}
        <Packages heading="Subscription Plans" products={plans} returnTo={wallet.returnTo} />
        <Packages heading="One-Time Purchases" products={packs} returnTo={wallet.returnTo} />
      </div>
    </div>
  )
}

type Wallet = NonNullable<Route.ComponentProps['loaderData']['wallet']>

const SOURCES = {
  one_time: 'Bought',
  gift: 'Bought with a gift',
  gift_claim: 'Gift',
  subscription: 'Subscription',
  goodwill: 'Given back',
  grant: 'Given',
} satisfies Record<Wallet['lots'][number]['source'], string>

function Lots({ lots }: { lots: Wallet['lots'] }) {
  if (lots.length === 0) return null
  return (
    <section className="mt-10">
      <h2 className="text-2xl">What you have</h2>
      <ul className="mt-4 border-t border-line">
        {lots.map((lot) => (
          <li
            key={`${lot.source} ${lot.expiresAt.toISOString()}`}
            className="flex justify-between gap-4 border-b border-line py-3 text-[0.9375rem]"
          >
            <span>
              {creditsInWords(lot.credits)}
              <span className="block text-sm text-soft">{SOURCES[lot.source]}</span>
            </span>
            <span className="text-right text-sm text-soft">until {lot.expiresOn}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Packages({
  heading,
  products,
  returnTo,
}: {
  heading: string
  products: readonly CreditProduct[]
  returnTo: string | null
}) {
  if (products.length === 0) return null
  return (
    <section>
      <h2 className="text-3xl">{heading}</h2>
      <ul className="mt-6 grid gap-4">
        {products.map((product) => (
          <li
            key={product.id}
            className="grid gap-x-8 gap-y-5 rounded-control border border-line bg-sheet p-6 sm:grid-cols-[1fr_auto] sm:items-center sm:p-8"
          >
            <div>
              <h3 className="text-2xl">{product.name}</h3>
              <p className="mt-2 max-w-md text-soft">{product.description}</p>
            </div>
            <div className="sm:text-right">
              <p className="font-heading text-4xl leading-none">
                {shortDollars(product.priceCents)}
              </p>
              <p className="mt-1 mb-4 text-sm text-soft">{creditsInWords(product.credits)}</p>
              <BuyForm product={product} returnTo={returnTo ?? '/credits'} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
