import type { Ref } from 'react'
import { useLocation } from 'react-router'
import { BuyForm } from '#app/components/credits/buy-form.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { type CreditProduct, productsOnSale } from '#domain/checkout/catalogue.ts'
import { shortDollars } from '#domain/shared/cents.ts'
import { creditsInWords } from './shell.ts'

/** What can be bought, from any page. Buying leaves for the checkout and comes back to this page. */
export function PurchaseCreditsDialog({
  ref,
  balance,
}: {
  ref: Ref<HTMLDialogElement>
  balance: number
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
      <Packages heading="Subscription Plans" products={plans} />
      <Packages heading="One-Time Purchases" products={packs} />
    </Dialog>
  )
}

function Packages({ heading, products }: { heading: string; products: readonly CreditProduct[] }) {
  if (products.length === 0) return null
  return (
    <section className="mt-8">
      <h3 className="border-b border-line pb-2 text-lg">{heading}</h3>
      <ul>
        {products.map((product) => (
          <li key={product.id} className="border-b border-line py-5 last:border-0 last:pb-0">
            <Package product={product} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Package({ product }: { product: CreditProduct }) {
  const { name, description, priceCents, credits } = product
  const { pathname, search } = useLocation()
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-x-6 gap-y-1">
      <p className="font-medium">{name}</p>
      <p className="justify-self-end font-heading text-xl leading-none">
        {shortDollars(priceCents)}
      </p>
      <p className="text-sm text-soft">
        {description}
        <span className="mt-1 block text-ink">{creditsInWords(credits)}</span>
      </p>
      <BuyForm product={product} returnTo={pathname + search} size="small" />
    </div>
  )
}
