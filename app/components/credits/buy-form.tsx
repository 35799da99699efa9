import { useEffect, useState } from 'react'
import { href, useLocation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import type { ButtonKind } from '#app/ui/button-style.ts'
import { ChevronDownIcon } from '#app/ui/icons.tsx'
import { type CreditProduct, PACK } from '#domain/checkout/catalogue.ts'
import { shortDollars } from '#domain/shared/cents.ts'

/**
 * Redirects to the payment pages. A plain form, because the response is a redirect to another site.
 */
export function BuyForm({
  product,
  verb = VERBS[product.type],
  returnTo,
  size,
  kind,
  quantity,
}: {
  product: CreditProduct
  verb?: string
  /** Where the buyer continues after paying; a cancelled checkout returns to this page. */
  returnTo: string
  size?: 'small'
  kind?: ButtonKind | undefined
  /** Asks for the quantity, with this default. */
  quantity?: number
}) {
  const [busy, setBusy] = useState(false)
  const { pathname, search } = useLocation()

  // After Back from the checkout, browsers show this page as it was left.
  useEffect(() => {
    const rest = () => setBusy(false)
    window.addEventListener('pageshow', rest)
    return () => window.removeEventListener('pageshow', rest)
  }, [])

  return (
    <form method="post" action={href('/credits')} onSubmit={() => setBusy(true)}>
      <input type="hidden" name="product" value={product.id} />
      <input type="hidden" name="return_to" value={returnTo} />
      <input type="hidden" name="cancel_to" value={pathname + search} />
      {quantity !== undefined && (
        <label className="mb-3 flex flex-wrap items-center gap-x-3 text-sm sm:justify-end">
          Quantity
          <span className="relative min-w-0">
            <select
              name="quantity"
              defaultValue={quantity}
              key={quantity}
              className="min-h-11 max-w-full rounded-control appearance-none border border-edge bg-sheet py-0 pr-10 pl-3 text-base hover:border-ink"
            >
              {Array.from({ length: PACK.maxQuantity }, (_, index) => index + 1).map((count) => (
                <option key={count} value={count}>
                  {count} ({count * PACK.credits} credits, {shortDollars(count * PACK.priceCents)})
                </option>
              ))}
            </select>
            <ChevronDownIcon className="pointer-events-none absolute top-3 right-3" />
          </span>
        </label>
      )}
      <Button size={size} kind={kind} busy={busy} busyText="Processing..." className="min-w-28">
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
