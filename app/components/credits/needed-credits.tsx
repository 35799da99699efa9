import { creditsInWords } from '#app/components/viewer/shell.ts'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { PACK, productsOnSale } from '#domain/money/checkout/catalogue.ts'
import { moreThanAMonth, type PayToday, type WayToPay } from '#domain/money/checkout/pay-today.ts'
import { CREDITS_A_MONTH } from '#domain/money/plans/plans.ts'
import { shortDollars } from '#domain/shared/cents.ts'
import { BuyForm } from './buy-form.tsx'

export type Needed = {
  readonly title: string
  readonly days: string
  readonly credits: number
  readonly balance: number
  /** What buys the missing credits, the cheapest first. */
  readonly paid: PayToday
}

/** The price of the rental that the shopper came from, and what covers it. */
export function NeededCredits({ needed, returnTo }: { needed: Needed; returnTo: string }) {
  const { title, days, credits, balance, paid } = needed
  return (
    <Notice>
      <p className="font-medium">
        {title}, {days}, costs {creditsInWords(credits)}. You have {creditsInWords(balance)}.
      </p>
      {paid.missingCredits === 0 ? (
        <p className="mt-1">
          <TextLink to={returnTo}>You have enough credits. Back to the item</TextLink>
        </p>
      ) : (
        <>
          {paid.ways.map((way) =>
            way.buys?.product === 'one_time' ? (
              <BuyPacks key="one_time" way={way} packs={way.buys.quantity} returnTo={returnTo} />
            ) : (
              <p key={way.buys?.product} className="mt-1">
                <a href="#plans" className="text-link">
                  {coversIt(way)}
                </a>{' '}
                ({shortDollars(way.creditsCents)}).
              </p>
            ),
          )}
          {paid.isMoreThanAMonth && <p className="mt-1">{moreThanAMonth()}</p>}
          {paid.ways.length > 0 && <p className="mt-1">You can rent it right after paying.</p>}
        </>
      )}
    </Notice>
  )
}

/** Pays at once: a plan's button stays beside the terms of its renewal. */
function BuyPacks({ way, packs, returnTo }: { way: WayToPay; packs: number; returnTo: string }) {
  const product = productsOnSale.find(({ type }) => type === 'one_time')
  if (!product) return null
  return (
    <div className="my-2 flex flex-wrap items-center gap-x-4 gap-y-1">
      <p>
        {coversIt(way)} ({shortDollars(way.creditsCents)}).
      </p>
      <BuyForm
        product={product}
        packs={packs}
        verb={packs === 1 ? 'Buy the Pack' : `Buy ${packs} Packs`}
        returnTo={returnTo}
        size="small"
        kind="secondary"
      />
    </div>
  )
}

function coversIt({ buys }: WayToPay): string {
  if (buys?.product === 'subscription_monthly')
    return `A month of the plan, ${CREDITS_A_MONTH} credits, covers it`
  if (buys?.product === 'subscription_annual') return 'So does a year of the plan'
  const packs = buys?.quantity ?? 0
  return packs === 1
    ? `One pack of ${PACK.credits} credits covers it`
    : `${packs} packs of ${PACK.credits} credits cover it`
}
