import { useEffect, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import type { CreditProduct } from '#domain/checkout/catalogue.ts'

/** Leads to the payment pages. A plain form, because its answer is another site's page. */
export function BuyForm({
  product,
  verb = VERBS[product.type],
  returnTo,
  size,
}: {
  product: CreditProduct
  verb?: string
  /** Where a cancelled checkout comes back to. */
  returnTo: string
  size?: 'small'
}) {
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
      <input type="hidden" name="return_to" value={returnTo} />
      <Button size={size} busy={busy} busyText="Processing..." className="min-w-28">
        {verb}
        <span className="sr-only"> {product.name}</span>
      </Button>
    </form>
  )
}

const VERBS = {
  subscription_monthly: 'Subscribe',
  subscription_annual: 'Subscribe',
  one_time: 'Purchase',
  gift: 'Gift',
} satisfies Record<CreditProduct['type'], string>
