import type { ReactNode } from 'react'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { Button } from '#app/ui/button.tsx'
import { buttonStyle } from '#app/ui/button-style.ts'
import { dollars } from '#domain/shared/cents.ts'

// With large text, the price beside it needs the width.
const BUTTON = 'min-w-0 px-[min(1.75rem,5vw)]! text-[min(0.9375rem,5.5vw)]!'

/** On phones: keeps price and button visible while scrolling. */
export function RentBar({
  form,
  credits,
  cents,
  per,
  later,
  intent,
  mayPay,
  children,
  ...button
}: {
  /** The id of the form that it submits. */
  form: string
  credits: number
  /** What is paid today; 0 for nothing, or when nothing can be paid. */
  cents: number
  per: string
  /** What is paid later, beside the button that agrees to it; null for nothing. */
  later: string | null
  intent: string
  /** Otherwise it leads to the dates. */
  mayPay: boolean
  'data-failed': string | undefined
  busy: boolean
  busyText: string
  children: ReactNode
}) {
  return (
    <div className="rent-bar fixed inset-x-0 bottom-0 z-20 border-t border-line bg-sheet px-(--gutter) pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:hidden">
      <div className="flex items-center justify-between gap-4">
        <p className="leading-tight wrap-normal">
          <strong className="font-medium tabular-nums">
            {cents > 0 ? `${dollars(cents)} today` : creditsInWords(credits)}
          </strong>
          <a href={`#${form}`} className="block py-1 text-sm text-soft text-link">
            {cents > 0 ? (later ?? creditsInWords(credits)) : per}
          </a>
        </p>
        {mayPay ? (
          <Button form={form} name="intent" value={intent} className={BUTTON} {...button}>
            {children}
          </Button>
        ) : (
          <a href={`#${form}`} className={buttonStyle({}, BUTTON)}>
            Change dates
          </a>
        )}
      </div>
    </div>
  )
}
