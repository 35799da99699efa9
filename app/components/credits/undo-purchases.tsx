import { href } from 'react-router'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { UndoablePurchase } from '#domain/money/checkout/refunding/undo-purchase.ts'
import { dollars } from '#domain/shared/cents.ts'

export type ShownPurchase = Pick<UndoablePurchase, 'orderId' | 'credits' | 'cents'> & {
  /** Times as text. */
  readonly paidAt: string
  readonly until: string
}

/** Packs whose purchase can still be undone, and the question about one of them. */
export function UndoPurchases({
  purchases,
  asking,
}: {
  purchases: readonly ShownPurchase[]
  /** The one that the address asks about. */
  asking: ShownPurchase | null
}) {
  if (purchases.length === 0) return null
  return (
    <section id="undo" aria-labelledby="undo-title" className="scroll-mt-8 print:hidden">
      <h2 id="undo-title" className="text-2xl">
        Just bought
      </h2>
      <ul className="mt-4 border-t border-line">
        {purchases.map(({ orderId, credits, cents, paidAt, until }) => (
          <li key={orderId} className="border-b border-line py-3 text-[0.9375rem]">
            <p>
              {creditsInWords(credits)} for {dollars(cents)}, on {paidAt}.
            </p>
            <p className="text-soft">
              As long as you have used none of them, you can undo it until {until}.
            </p>
            <TextLink to={`?undo=${orderId}`} preventScrollReset>
              Undo this purchase<span className="sr-only"> of {creditsInWords(credits)}</span>
            </TextLink>
          </li>
        ))}
      </ul>
      {asking && (
        <ConfirmDialog
          question="Undo this purchase?"
          open={asking.orderId}
          closeTo={href('/credits')}
          action={href('/credits')}
          fields={{ intent: 'undo-purchase', order: asking.orderId }}
          confirmText="Undo purchase"
          cancelText="Keep the credits"
        >
          <p className="text-soft">
            The {creditsInWords(asking.credits)} leave your balance, and {dollars(asking.cents)} go
            back to the card you paid with. That usually takes 5 to 10 days.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}
