import { type Ref, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
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
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-x-6 gap-y-1">
      <p className="font-medium">{name}</p>
      <p className="font-heading text-xl leading-none">{shortDollars(priceCents)}</p>
      <p className="text-sm text-soft">
        {description}
        <span className="mt-1 block text-ink">{creditsInWords(credits)}</span>
      </p>
      <BuyForm product={product} />
    </div>
  )
}

/** A plain form, because its answer leads to another site's pages. */
function BuyForm({ product }: { product: CreditProduct }) {
  const { pathname, search } = useLocation()
  const [busy, setBusy] = useState(false)

  // Coming Back from the checkout, browsers show this page as it was left.
  useEffect(() => {
    const rest = () => setBusy(false)
    window.addEventListener('pageshow', rest)
    return () => window.removeEventListener('pageshow', rest)
  }, [])

  return (
    <form method="post" action="/credits" onSubmit={() => setBusy(true)}>
      <input type="hidden" name="product" value={product.id} />
      <input type="hidden" name="return_to" value={pathname + search} />
      <Button size="small" busy={busy} busyText="Processing..." className="min-w-28">
        {verbFor(product)}
        <span className="sr-only"> {product.name}</span>
      </Button>
    </form>
  )
}

function verbFor({ mode, type }: CreditProduct): string {
  if (mode === 'subscription') return 'Subscribe'
  return type === 'gift' ? 'Gift' : 'Purchase'
}
