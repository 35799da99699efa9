import { creditsInWords } from '#app/components/viewer/shell.ts'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { PACK } from '#domain/money/checkout/catalogue.ts'
import { shortDollars } from '#domain/shared/cents.ts'

export type Needed = {
  readonly title: string
  readonly days: string
  readonly credits: number
  readonly balance: number
  /** How many packs cover the missing credits; 0 when none are missing. */
  readonly packs: number
}

/** The price of the rental that the shopper came from, and what covers it. */
export function NeededCredits({ needed, returnTo }: { needed: Needed; returnTo: string }) {
  const { title, days, credits, balance, packs } = needed
  return (
    <Notice>
      <p className="font-medium">
        {title}, {days}, costs {creditsInWords(credits)}. You have {creditsInWords(balance)}.
      </p>
      <p className="mt-1">
        {packs === 0 ? (
          <TextLink to={returnTo}>You have enough credits. Back to the item</TextLink>
        ) : (
          <>
            <a href="#packs" className="text-link">
              {packs === 1
                ? `One pack of ${PACK.credits} credits covers it`
                : `${packs} packs of ${PACK.credits} credits cover it`}
            </a>{' '}
            ({shortDollars(packs * PACK.priceCents)}). You can rent it right after paying.
          </>
        )}
      </p>
    </Notice>
  )
}
