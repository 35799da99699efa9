import { productsOnSale, centsPerCredit as soldFor } from '#domain/money/checkout/catalogue.ts'
import { dollars } from '#domain/shared/cents.ts'

type Share = { readonly year: number; readonly share: number | null }

type PayoutRateProps = {
  /** Rates that apply later, the next one first. */
  announced: readonly { readonly cents: number; readonly date: string }[]
  /** This year and the last one; null where spent credits brought nothing. */
  shares: readonly Share[]
}

export function PayoutRate({ announced, shares }: PayoutRateProps) {
  return (
    <section
      aria-labelledby="rate"
      className="mt-8 grid gap-x-10 gap-y-3 border-t border-line pt-6 md:grid-cols-[16rem_minmax(0,65ch)]"
    >
      <h2 id="rate" className="text-2xl">
        Why you earn a fixed rate
      </h2>
      <div className="grid gap-3 text-soft">
        {announced.map(({ cents, date }) => (
          <p key={`${date} ${cents}`} className="font-medium text-ink">
            From {date}, you earn {cents}¢ for each credit.
          </p>
        ))}
        <p>
          Shoppers pay {dollars(Math.min(...PRICES))} to {dollars(Math.max(...PRICES))} for a
          credit, depending on whether they buy a pack, a plan or a gift. With a fixed rate, you
          know what a rental earns before you accept it, whatever was paid for its credits. You earn
          it for credits that we gave away, too. The rest covers card fees and lost disputes.
        </p>
        <p>{sharesInWords(shares)}</p>
      </div>
    </section>
  )
}

const PRICES = productsOnSale.map(soldFor)

const percent = (share: number) => `${Math.round(share * 100)}%`

function sharesInWords([now, last]: readonly Share[]): string {
  const past = last && last.share !== null ? { ...last, share: percent(last.share) } : null
  if (now && now.share !== null)
    return `After these costs, closets’ share of the revenue from credits spent so far in ${now.year} is ${percent(now.share)}${past ? ` (${past.year}: ${past.share})` : ''}.`
  if (past)
    return `After these costs, closets’ share of the revenue from credits spent in ${past.year} was ${past.share}.`
  return 'Once shoppers have spent paid credits, this page will show closets’ share for the year.'
}
