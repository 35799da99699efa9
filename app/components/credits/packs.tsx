import { useShell } from '#app/components/viewer/use-shell.ts'
import type { ButtonKind } from '#app/ui/button-style.ts'
import type { CreditProduct } from '#domain/money/checkout/catalogue.ts'
import { shortDollars } from '#domain/shared/cents.ts'
import { BuyForm } from './buy-form.tsx'
import { describe, productSummary } from './product-words.ts'

/** One-time purchases: the pack and the gift. */
export function Packs({
  products,
  returnTo,
  packs = 1,
  kind,
}: {
  products: readonly CreditProduct[]
  returnTo: string
  /** The suggested number of packs. */
  packs?: number
  /** The style of the buttons: the suggested product has the most prominent one. */
  kind?: ButtonKind | undefined
}) {
  const { giftMonths } = useShell()
  if (products.length === 0) return null
  return (
    <section aria-labelledby="packs">
      <h2 id="packs" className="scroll-mt-8 text-3xl">
        One-Time Purchases
      </h2>
      <ul className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4">
        {products.map((product) => (
          <li
            key={product.id}
            className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5 rounded-control border border-line bg-sheet p-6 sm:p-8"
          >
            <div className="min-w-0 flex-[1_1_11rem] max-sm:basis-full">
              <h3 className="text-2xl">{product.name}</h3>
              <p className="mt-2 max-w-md text-soft">{describe(product, giftMonths)}</p>
            </div>
            <div className="max-w-full min-w-0 sm:max-w-64 sm:text-right">
              <p className="font-heading text-4xl leading-none">
                {shortDollars(product.priceCents)}
              </p>
              <p className="mt-1 mb-4 text-sm text-soft">{productSummary(product)}</p>
              <BuyForm
                product={product}
                returnTo={returnTo}
                kind={kind}
                quantity={product.type === 'one_time' ? packs : undefined}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
