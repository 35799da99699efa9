import { useRef } from 'react'
import { TokenIcon } from '#app/ui/icons.tsx'
import { PurchaseCreditsDialog } from './purchase-credits-dialog.tsx'

/** The balance of a regular account. Opens the dialog, or without a script the credits page. */
export function CreditsChip({ balance }: { balance: number }) {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <a
        href="/credits"
        aria-haspopup="dialog"
        className="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-line bg-sheet px-3 text-sm whitespace-nowrap tabular-nums transition-colors hover:border-ink"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          dialog.current?.showModal()
        }}
      >
        <TokenIcon width="17" height="17" className="text-primary-600" />
        {balance.toLocaleString('en-US')}
        <span className="max-sm:sr-only">{balance === 1 ? 'credit' : 'credits'}</span>
        <span className="sr-only">: purchase more</span>
      </a>
      <PurchaseCreditsDialog ref={dialog} balance={balance} />
    </>
  )
}
