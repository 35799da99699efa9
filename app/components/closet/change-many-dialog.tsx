import { LendingFields } from '#app/components/manage/lending-fields.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { MAX_CHANGED } from '#domain/catalogue/items/listing/change-limits.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { MAX_NEWEST } from '#domain/shared/lists/show-counted.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import {
  type BulkChange,
  type BulkChangeKind,
  bulkChangeWords,
  type PricePreview,
} from './bulk-change.ts'
import { PriceFields, ShownPrices } from './price-fields.tsx'

type ChangeManyDialogProps = {
  bulkChange: BulkChange
  /** The closet has more than `MAX_NEWEST` items: changing all does not include the older ones. */
  hasOlder: boolean
  open: unknown
  onClose: () => void
  answer: Problem | undefined
  prices: PricePreview | undefined
  today: CalendarDate
}

export function ChangeManyDialog(props: ChangeManyDialogProps) {
  const { bulkChange, hasOlder, open, onClose, answer, prices, today } = props
  const { change, count, items, titles, lending } = bulkChange
  const what = `${count.toLocaleString('en-US')} ${count === 1 ? 'item' : 'items'}`
  return (
    <ConfirmDialog
      question={QUESTIONS[change](what)}
      open={open}
      onClose={onClose}
      fields={{
        ...{ intent: 'many', change, items },
        ...(prices && { ...prices.fields, seen: prices.preview.seen }),
      }}
      confirmText={change === 'price' && !prices ? 'Show new prices' : bulkChangeWords[change]}
      danger={change === 'delete'}
      noValidate
    >
      <div className="grid gap-4">
        {change === 'price' &&
          (prices ? <ShownPrices prices={prices} /> : <PriceFields answer={answer} />)}
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

function DayFields({ answer, today }: { answer: Problem | undefined; today: CalendarDate }) {
  const field = fieldsOf(answer)
  const shown = (name: 'start' | 'end') => ({
    ...field(name),
    type: 'date',
    min: today,
    required: true,
    className: 'min-w-0',
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

const EXPLAINED = {
  pause: 'They cannot be rented until you resume them. Existing rentals stay as they are.',
  resume: 'Approved items can be rented again.',
  price: 'Applies to new rentals. Existing rentals keep their price.',
  lending: 'Existing rentals stay as they are.',
  block:
    'Existing rentals stay as they are: items that are rented on one of these days are skipped.',
  delete: 'Rented items are skipped. They can be deleted once the rental is over.',
} as const satisfies Record<BulkChangeKind, string>
