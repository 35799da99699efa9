import { useContext, useState } from 'react'
import { MAX_CREDITS_PER_WEEK } from '#app/components/workspace/item-form.ts'
import { LendingFields } from '#app/components/workspace/lending-fields.tsx'
import { PayoutRate } from '#app/components/workspace/payout-rate.ts'
import { priceHint } from '#app/components/workspace/price-hint.ts'
import type { Problem } from '#app/http/forms.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { MAX_CHANGED } from '#domain/items/change-limits.ts'
import type { CalendarDate } from '#domain/shared/calendar-date.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { MAX_NEWEST } from '#domain/shared/show-counted.ts'
import type { BulkChange, BulkChangeKind } from './bulk-change.ts'

type ChangeManyDialogProps = {
  bulkChange: BulkChange
  /** The closet has more than `MAX_NEWEST` items: changing all does not include the older ones. */
  hasOlder: boolean
  open: unknown
  onClose: () => void
  answer: Problem | undefined
  today: CalendarDate
}

/** Asks for confirmation before changing many items at once. */
export function ChangeManyDialog(props: ChangeManyDialogProps) {
  const { bulkChange, hasOlder, open, onClose, answer, today } = props
  const { change, count, items, titles, lending } = bulkChange
  const what = `${count.toLocaleString('en-US')} ${count === 1 ? 'item' : 'items'}`
  return (
    <ConfirmDialog
      question={QUESTIONS[change](what)}
      open={open}
      onClose={onClose}
      fields={{ intent: 'many', change, items }}
      confirmText={CONFIRM[change]}
      danger={change === 'delete'}
      noValidate
    >
      <div className="grid gap-4">
        {change === 'price' && <PriceField answer={answer} />}
        {change === 'lending' && (
          <div>
            <LendingFields lending={lending ?? undefined} answer={answer} />
          </div>
        )}
        {change === 'block' && <DayFields answer={answer} today={today} />}
        {titles.length > 0 && (
          <ul className="grid gap-1 border-l-2 border-line pl-4 text-[0.9375rem]">
            {titles.map((title, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: titles can be equal, and the list never changes
              <li key={index} className="min-w-0 wrap-anywhere">
                {title}
              </li>
            ))}
          </ul>
        )}
        <p className="text-sm text-soft">{EXPLAINED[change]}</p>
        {count > MAX_CHANGED && (
          <p className="text-sm text-soft">
            You can change up to {showNumber(MAX_CHANGED)} items at a time. Repeat this for the
            rest.
          </p>
        )}
        {hasOlder && items === '' && (
          <p className="text-sm text-soft">
            Items older than your newest {showNumber(MAX_NEWEST)} stay as they are. Please select
            them in the list.
          </p>
        )}
      </div>
    </ConfirmDialog>
  )
}

function PriceField({ answer }: { answer: Problem | undefined }) {
  const rate = useContext(PayoutRate)
  const [typed, setTyped] = useState(answer?.values.credits_per_week ?? '')
  return (
    <Field
      label="Credits per week"
      name="credits_per_week"
      type="number"
      inputMode="numeric"
      min={0}
      max={MAX_CREDITS_PER_WEEK}
      step={1}
      required
      hint={priceHint(typed, rate)}
      defaultValue={typed}
      error={answer?.fields.credits_per_week}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}

function DayFields({ answer, today }: { answer: Problem | undefined; today: CalendarDate }) {
  const shown = (name: 'start' | 'end') => ({
    name,
    type: 'date',
    min: today,
    required: true,
    className: 'min-w-0',
    defaultValue: answer?.values[name] ?? '',
    error: answer?.fields[name],
  })
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10.5rem),1fr))] items-start gap-3">
      <Field label="First day" {...shown('start')} />
      <Field label="Last day" {...shown('end')} />
    </div>
  )
}

const QUESTIONS = {
  pause: (what) => `Pause ${what}?`,
  resume: (what) => `Resume ${what}?`,
  price: (what) => `Change the price of ${what}?`,
  lending: (what) => `Change the lending of ${what}?`,
  block: (what) => `Block dates for ${what}?`,
  delete: (what) => `Are you sure you want to delete ${what}?`,
} as const satisfies Record<BulkChangeKind, (what: string) => string>

const CONFIRM = {
  pause: 'Pause',
  resume: 'Resume',
  price: 'Change price',
  lending: 'Change lending',
  block: 'Block dates',
  delete: 'Delete',
} as const satisfies Record<BulkChangeKind, string>

const EXPLAINED = {
  pause: 'They cannot be rented until you resume them. Existing rentals stay as they are.',
  resume: 'Approved items can be rented again.',
  price: 'Applies to new rentals. Existing rentals keep their price.',
  lending: 'Existing rentals stay as they are.',
  block:
    'Existing rentals stay as they are: items that are rented on one of these days are skipped.',
  delete: 'Rented items are skipped. They can be deleted once the rental is over.',
} as const satisfies Record<BulkChangeKind, string>
