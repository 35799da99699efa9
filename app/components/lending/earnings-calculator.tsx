import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { Form } from '#app/ui/form.tsx'
import { dollars } from '#domain/shared/cents.ts'
import { DAYS_A_WEEK, showNumber } from '#domain/shared/credits.ts'
import { counted } from '#domain/shared/figures.ts'
import { type Earnings, EXAMPLE, WEEKS } from './earnings-form.ts'

type EarningsCalculatorProps = {
  entered: Readonly<Record<string, string>>
  /** Null for what was entered wrong. */
  earnings: Earnings | null
  answer: Problem | undefined
}

/** What some items would earn in a month; its address has what was entered. */
export function EarningsCalculator({ entered, earnings, answer }: EarningsCalculatorProps) {
  const field = fieldsOf(answer)
  const shown = (name: keyof typeof EXAMPLE) => field(name, entered[name] ?? EXAMPLE[name])
  const number = { type: 'number', inputMode: 'numeric', min: 1, step: 1, required: true } as const
  return (
    <div className="border border-line p-5 sm:p-6">
      <Form method="get" answer={answer} noValidate preventScrollReset className="grid gap-5">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] items-start gap-4">
          <Field label="Credits a week" {...number} {...shown('credits')} />
          <Field label="Items" {...number} {...shown('items')} />
          <SelectField
            label="Weeks rented a month"
            options={WEEKS.map((value) => ({ value, label: value }))}
            {...shown('weeks')}
          />
        </div>
        <p>
          <Button kind="secondary">Calculate</Button>
        </p>
      </Form>
      <div role="status" className="mt-5 border-t border-line pt-5 empty:hidden">
        {earnings && <Result earnings={earnings} />}
      </div>
    </div>
  )
}

function Result({ earnings }: { earnings: Earnings }) {
  const { credits, perWeek, items, weeks, weekCents, monthCents } = earnings
  const each = items === 1 ? 'rented' : 'each rented'
  return (
    <>
      <p className="font-heading text-[1.75rem] leading-snug tabular-nums">
        {dollars(monthCents)} a month
      </p>
      <p className="mt-1 text-soft">
        {`${counted(items, 'item')} at ${showNumber(perWeek)} credits a week, ${each} for ${counted(weeks, 'week')} a month. A week of one item earns ${dollars(weekCents)}.`}
        {perWeek !== credits &&
          ` Prices are rounded up to a multiple of ${DAYS_A_WEEK}: ${showNumber(credits)} becomes ${showNumber(perWeek)}.`}
      </p>
    </>
  )
}
