import { KeyFigures } from '#app/components/admin/key-figures.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { PayoutFigures } from '#domain/money/payouts/payout-figures.ts'
import { dollars } from '#domain/shared/cents.ts'
import { showCounted } from '#domain/shared/lists/show-counted.ts'
import { type CalendarDate, showDate } from '#domain/shared/time/calendar-date.ts'

type PayoutOverviewProps = {
  figures: PayoutFigures
  nextRun: CalendarDate
  /** The run of this month is late: it begins as soon as it can. */
  isLate: boolean
  hasConnect: boolean
}

export function PayoutOverview({ figures, nextRun, isLate, hasConnect }: PayoutOverviewProps) {
  const { owedCents, payableCents, pendingCents, waiting, waitingCents } = figures
  const shown = [
    { name: 'Owed to closets', value: dollars(owedCents), more: 'not in a transfer yet' },
    { name: 'Payable now', value: dollars(payableCents), more: 'of what is owed' },
    { name: 'In pending transfers', value: dollars(pendingCents), more: 'on the way to Stripe' },
    hasConnect
      ? { name: 'Next run', value: showDate(nextRun), more: runNote(figures, isLate) }
      : { name: 'Next run', value: 'None', more: 'Connect is not set up' },
  ]
  return (
    <>
      <KeyFigures figures={shown} isCompact />
      {waiting > 0 && (
        <Notice className="mt-6">
          {waiting === 1 ? '1 transfer' : `${waiting.toLocaleString('en-US')} transfers`} (
          {dollars(waitingCents)}) could not be made because too little is available in your Stripe
          balance. {waiting === 1 ? 'It is' : 'They are'} tried again every day.
        </Notice>
      )}
    </>
  )
}

function runNote({ openDifferences, failed }: PayoutFigures, isLate: boolean): string {
  if (openDifferences > 0) return 'stopped'
  if (isLate) return 'that of the 5th, which is late'
  if (failed === 0) return 'no failed transfers'
  return failed === 1 ? '1 failed transfer' : `${showCounted(failed)} failed transfers`
}
