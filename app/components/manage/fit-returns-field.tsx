import type { Problem } from '#app/forms/forms.ts'
import { PAID_DAYS, REQUEST_HOURS } from '#domain/care/cases/return-limits.ts'
import { counted, inWords } from '#domain/shared/figures.ts'

/** Whether an item can be sent back if it does not fit. */
export function FitReturnsField({
  saved,
  answer,
}: {
  saved: boolean
  answer: Problem | undefined
}) {
  const isTicked = answer ? answer.values.fit_returns === 'yes' : saved
  return (
    <div>
      <input type="hidden" name="fit_returns_shown" value="yes" />
      <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name="fit_returns"
          value="yes"
          defaultChecked={isTicked}
          aria-describedby="fit-returns-hint"
          className="size-5 shrink-0"
        />
        Can be sent back if it does not fit
      </label>
      <p id="fit-returns-hint" className="text-sm text-soft">
        Renters can request this within {counted(REQUEST_HOURS, 'hour')} of delivery. They pay for{' '}
        {inWords(PAID_DAYS, 'day')} only, and you earn for those {inWords(PAID_DAYS, 'day')}.
      </p>
    </div>
  )
}
