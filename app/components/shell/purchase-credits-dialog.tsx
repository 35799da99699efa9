import type { Ref } from 'react'
import { href, useLocation } from 'react-router'
import { BuyForm } from '#app/components/credits/buy-form.tsx'
import { describe, productSummary } from '#app/components/credits/product-words.ts'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { HeldPlan } from '#domain/accounts/sign-in/sessions.ts'
import { type CreditProduct, productsOnSale } from '#domain/money/checkout/catalogue.ts'
import { shortDollars } from '#domain/shared/cents.ts'

/** The products, from any page. Buying redirects to the checkout and returns to this page. */
export function PurchaseCreditsDialog({
  ref,
  balance,
  heldPlan,
}: {
  ref: Ref<HTMLDialogElement>
  balance: number
  heldPlan: HeldPlan | null
}) {
  const plans = productsOnSale.filter(({ mode }) => mode === 'subscription')
  const packs = productsOnSale.filter(({ mode }) => mode === 'payment')
  return (
    <Dialog ref={ref} title="Purchase Credits" width="36rem">
      <p className="mt-2 text-soft">
        Current balance: <strong className="font-medium text-ink">{creditsInWords(balance)}</strong>
      </p>
      {productsOnSale.length === 0 && (
        <p className="mt-6">No credit packages available at this time.</p>
      )}
      <Packages heading="Subscription Plans" products={plans} heldPlan={heldPlan} />
      <Packages heading="One-Time Purchases" products={packs} />
    </Dialog>
  )
}

function Packages({
  heading,
  products,
  heldPlan,
}: {
  heading: string
  products: readonly CreditProduct[]
  heldPlan?: HeldPlan | null
}) {
  if (products.length === 0) return null
  return (
    <section className="mt-8">
      <h3 className="border-b border-line pb-2 text-lg">{heading}</h3>
      <ul>
        {products.map((product) => (
          <li key={product.id} className="border-b border-line py-5 last:border-0 last:pb-0">
            <Package product={product} heldPlan={heldPlan ?? null} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A subscriber's action on a plan: a link to the page that asks about it. */
function planAct(product: CreditProduct, heldPlan: HeldPlan | null): string | null {
  if (!heldPlan || product.mode !== 'subscription') return null
  if (product.type === heldPlan.type || heldPlan.isEnding) return 'Manage'
  return product.type === 'subscription_annual' ? 'Upgrade' : 'Downgrade'
}

function Package({ product, heldPlan }: { product: CreditProduct; heldPlan: HeldPlan | null }) {
  const isHeld = product.type === heldPlan?.type
  const act = planAct(product, heldPlan)
  const { name, priceCents } = product
  const { giftMonths } = useShell()
  const { pathname, search } = useLocation()
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-x-6 gap-y-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
        {name}
        {isHeld && <Badge kind="accent">Your plan</Badge>}
      </p>
      <p className="justify-self-end font-heading text-xl leading-none">
        {shortDollars(priceCents)}
      </p>
      <p className="text-sm text-soft max-sm:col-span-2">
        {isHeld && heldPlan?.isEnding ? product.description : describe(product, giftMonths)}
      </p>
      <p className="text-sm sm:col-start-1">{productSummary(product)}</p>
      {act ? (
        <LinkButton
          to={`${href('/credits')}#plans`}
          kind="secondary"
          size="small"
          className="min-w-28"
          onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
        >
          {act}
          <span className="sr-only"> {name}</span>
        </LinkButton>
      ) : (
        <BuyForm product={product} returnTo={pathname + search} size="small" />
      )}
    </div>
  )
}
