import { type SyntheticEvent, useEffect, useState } from 'react'
import { href, useLocation, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import type { ButtonKind } from '#app/ui/button-style.ts'
import { Form } from '#app/ui/form.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { ChevronDownIcon } from '#app/ui/icons.tsx'
import { usePageKey } from '#app/ui/use-page-key.ts'
import { type CreditProduct, PACK } from '#domain/money/checkout/catalogue.ts'
import { shortDollars } from '#domain/shared/cents.ts'
import { GiftPrompt } from './gift-prompt.tsx'
import { CHECKOUT_FAILED } from './product-words.ts'

type BuyFormProps = {
  product: CreditProduct
  verb?: string
  /** Where the buyer continues after paying; a cancelled checkout returns to this page. */
  returnTo: string
  size?: 'small'
  kind?: ButtonKind | undefined
  /** Asks for the quantity, with this default. */
  quantity?: number
  /** Buys this many, without asking. */
  packs?: number
}

/** Redirects to the payment pages. A gift first asks for its recipient. */
export function BuyForm({
  product,
  verb = VERBS[product.type],
  returnTo,
  size,
  kind,
  quantity,
  packs,
}: BuyFormProps) {
  const { pathname, search } = useLocation()
  const hydrated = useHydrated()
  const busy = useIsBuying(product.id)
  const cancelTo = pathname + search
  const key = usePageKey()
  // A new page closes the question.
  const [openAt, setOpenAt] = useState<string | null>(null)
  // Without a script, the answer to the form asks.
  const asks = product.type === 'gift' && hydrated
  function ask(event: SyntheticEvent) {
    event.preventDefault()
    setOpenAt(key)
  }
  return (
    <>
      <Form
        method="post"
        action={href('/credits')}
        failed={`Error: ${CHECKOUT_FAILED}`}
        warnUnsaved={false}
        onSubmit={asks ? ask : undefined}
      >
        <input type="hidden" name="product" value={product.id} />
        <input type="hidden" name="return_to" value={returnTo} />
        <input type="hidden" name="cancel_to" value={cancelTo} />
        {packs !== undefined && <input type="hidden" name="quantity" value={packs} />}
        {quantity !== undefined && <Quantity key={quantity} suggested={quantity} />}
        <Button size={size} kind={kind} busy={busy} busyText="Processing..." className="min-w-28">
          {verb}
          <span className="sr-only"> {product.name}</span>
        </Button>
      </Form>
      {asks && (
        <GiftPrompt
          question={{ typed: '', returnTo, cancelTo }}
          open={openAt === key}
          onClose={() => setOpenAt(null)}
        />
      )}
    </>
  )
}

/** While the form is sent and the payment page is loading. */
function useIsBuying(product: string): boolean {
  const isSent = useNavigation().formData?.get('product') === product
  const [isBack, setIsBack] = useState(false)
  // After Back from the checkout, browsers may show this page as it was left.
  useEffect(() => {
    setIsBack(false)
    if (!isSent) return
    const back = ({ persisted }: PageTransitionEvent) => setIsBack(persisted)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [isSent])
  return isSent && !isBack
}

function Quantity({ suggested }: { suggested: number }) {
  return (
    <label className="mb-3 flex flex-wrap items-center gap-x-3 text-sm sm:justify-end">
      Quantity
      <span className="relative min-w-0">
        <select
          name="quantity"
          defaultValue={suggested}
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
  )
}

const VERBS = {
  subscription_monthly: 'Subscribe',
  subscription_annual: 'Subscribe',
  one_time: 'Purchase',
  gift: 'Gift',
} satisfies Record<CreditProduct['type'], string>
