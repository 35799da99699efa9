import { creditsInWords } from '#app/components/shell/shell.ts'
import type { CreditProduct } from '#domain/checkout/catalogue.ts'
import { shortDollars } from '#domain/shared/cents.ts'
import { BuyForm } from './buy-form.tsx'

/** What is paid once: the pack and the gift. */
export function Packs({
  products,
  returnTo,
}: {
  products: readonly CreditProduct[]
  returnTo: string
}) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby="packs">
      <h2 id="packs" className="text-3xl">
        One-Time Purchases
      </h2>
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
              <BuyForm product={product} returnTo={returnTo} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
