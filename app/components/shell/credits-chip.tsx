import { Suspense, useEffect, useState } from 'react'
import { href } from 'react-router'
import { icon } from '#app/ui/icons.tsx'
import { lazyPart } from '#app/ui/parts/lazy-part.ts'
import { usePageKey } from '#app/ui/use-page-key.ts'
import type { HeldPlan } from '#domain/accounts/sign-in/sessions.ts'
import { showNumber } from '#domain/shared/credits.ts'

// Visitors have no credits, and load nothing of the dialog.
const PurchaseCreditsDialog = lazyPart(
  () => import('./purchase-credits-dialog.tsx'),
  'PurchaseCreditsDialog',
)

/** A sewing button: the icon of credits. */
const TokenIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M9.8 9.8h.01M14.2 9.8h.01M9.8 14.2h.01M14.2 14.2h.01" strokeWidth="2.4" />
  </>,
)

/**
 * The balance of a regular account. Opens the dialog, or the credits page without a script and for
 * people who cannot buy now.
 */
export function CreditsChip({
  balance,
  heldPlan,
  sells,
}: {
  balance: number
  heldPlan: HeldPlan | null
  sells: boolean
}) {
  // Until the dialog is loaded, this is a link to the credits page.
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  const key = usePageKey()
  // The answer to a purchase is on the page below.
  useEffect(() => {
    if (key) dialog?.close()
  }, [dialog, key])
  return (
    <>
      <a
        href={href('/credits')}
        aria-haspopup={dialog ? 'dialog' : undefined}
        className="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-line bg-sheet px-[min(0.75rem,3.1vw)] text-[min(0.875rem,4vw)] max-[24rem]:text-[min(0.875rem,7vw)] whitespace-nowrap tabular-nums transition-colors hover:border-ink"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || !dialog) return
          event.preventDefault()
          dialog.showModal()
        }}
      >
        {/* On phones the word replaces the icon if there is space. */}
        <TokenIcon
          width="17"
          height="17"
          className="text-secondary-700 min-[24rem]:max-sm:hidden"
        />
        <span>
          {showNumber(balance)}
          <span className="max-[24rem]:sr-only">{balance === 1 ? ' credit' : ' credits'}</span>
          {sells && <span className="sr-only">: purchase more</span>}
        </span>
      </a>
      {sells && (
        <Suspense>
          <PurchaseCreditsDialog ref={setDialog} balance={balance} heldPlan={heldPlan} />
        </Suspense>
      )}
    </>
  )
}
