import { centsPerCredit, productsOnSale } from '#domain/money/checkout/catalogue.ts'
import { dollarRange } from '#domain/money/checkout/credit-prices.ts'
import { CREDITS_A_MONTH } from '#domain/money/plans/plans.ts'
import { dollars, shortDollars } from '#domain/shared/cents.ts'

const PER = { month: ' a month', year: ' a year' }

/** Every way to buy credits, and the price of one credit. */
export function PriceTable() {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left text-[0.9375rem]">
        <thead className="text-sm text-soft">
          <tr>
            <th className="py-2 pr-4 font-normal">You buy</th>
            <th className="py-2 pr-4 font-normal">You pay</th>
            <th className="py-2 text-right font-normal sm:whitespace-nowrap">Per credit</th>
          </tr>
        </thead>
        <tbody>
          {productsOnSale.map((product) => {
            const { id, name, description, priceCents, interval } = product
            return (
              <tr key={id} className="border-t border-line align-top">
                <th scope="row" className="py-3 pr-4 font-medium">
                  {name}
                  <span className="block text-sm font-normal text-soft">{description}</span>
                </th>
                <td className="py-3 pr-4 whitespace-nowrap tabular-nums">
                  {shortDollars(priceCents)}
                  {interval && PER[interval]}
                </td>
                <td className="py-3 text-right tabular-nums">{dollars(centsPerCredit(product))}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** The weekly price of some typical items. */
export function ExamplePrices() {
  return (
    <table className="w-full text-left text-[0.9375rem]">
      <thead className="text-sm text-soft">
        <tr>
          <th className="py-2 pr-4 font-normal">An item at</th>
          <th className="py-2 pr-4 text-right font-normal">Monthly plan</th>
          <th className="py-2 text-right font-normal">Pack of 50</th>
        </tr>
      </thead>
      <tbody>
        {[14, 28, 49].map((credits) => {
          const { low, high } = dollarRange(credits)
          return (
            <tr key={credits} className="border-t border-line">
              <th scope="row" className="py-3 pr-4 font-medium">
                {credits} credits a week
              </th>
              <td className="py-3 pr-4 text-right tabular-nums">
                {credits > CREDITS_A_MONTH ? 'more than a month brings' : `about $${low}`}
              </td>
              <td className="py-3 text-right tabular-nums">${high}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
