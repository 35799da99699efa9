import { creditsInWords } from '#app/components/viewer/shell.ts'
import { PAID_DAYS, REQUEST_HOURS } from '#domain/care/cases/return-limits.ts'
import { counted, inWords } from '#domain/shared/figures.ts'

export function FitReturns({ creditsPerDay }: { creditsPerDay: number }) {
  return (
    <p className="mt-5 text-sm">
      Doesn’t fit? Request a return within {counted(REQUEST_HOURS, 'hour')} of delivery and pay for
      only {inWords(PAID_DAYS, 'day')} ({creditsInWords(PAID_DAYS * creditsPerDay)}).
    </p>
  )
}
