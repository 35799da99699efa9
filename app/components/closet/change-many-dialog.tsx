import { useContext, useState } from 'react'
import { useFirstInvalid } from '#app/components/use-first-invalid.ts'
import { MAX_CREDITS_PER_WEEK } from '#app/components/workspace/item-form.ts'
import { LendingFields } from '#app/components/workspace/lending-fields.tsx'
import { PayoutRate } from '#app/components/workspace/payout-rate.ts'
import { priceHint } from '#app/components/workspace/price-hint.ts'
import type { Problem } from '#app/http/forms.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import type { ChangeOfMany } from '#domain/items/change-many.ts'
import type { Lending } from '#domain/items/lending.ts'

export type BulkChange = {
  readonly change: ChangeOfMany['kind']
  readonly count: number
  /** Ids separated by commas; '' for all items in the list. */
  readonly items: string
  /** How the newest of them is lent, to begin with; only when asking about lending. */
  readonly lending: Lending | null
}

type ChangeManyDialogProps = {
  bulkChange: BulkChange
  open: unknown
  onClose: () => void
  answer: Problem | undefined
}

/** Asks for confirmation before changing many items at once. */
export function ChangeManyDialog({ bulkChange, open, onClose, answer }: ChangeManyDialogProps) {
  const { change, count, items, lending } = bulkChange
  const rate = useContext(PayoutRate)
  const [typed, setTyped] = useState(answer?.values.credits_per_week ?? '')
  const fields = useFirstInvalid<HTMLDivElement>(answer)
  const what = `${count.toLocaleString('en-US')} ${count === 1 ? 'item' : 'items'}`
  return (
    <ConfirmDialog
      question={QUESTIONS[change](what)}
      open={open}
      onClose={onClose}
      fields={{ intent: 'many', change, items }}
      confirmText={CONFIRM[change]}
      noValidate
    >
      <div ref={fields}>
        {change === 'price' ? (
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
        ) : change === 'lending' ? (
          <>
            <LendingFields lending={lending ?? undefined} answer={answer} />
            <p className="mt-4 text-sm text-soft">Rentals that exist stay as they are.</p>
          </>
        ) : (
          <p className="text-soft">{EXPLAINED[change]}</p>
        )}
      </div>
    </ConfirmDialog>
  )
}

const QUESTIONS = {
  pause: (what: string) => `Pause ${what}?`,
  resume: (what: string) => `Resume ${what}?`,
  price: (what: string) => `Change the price of ${what}?`,
  lending: (what: string) => `Change the lending of ${what}?`,
} as const

const CONFIRM = {
  pause: 'Pause',
  resume: 'Resume',
  price: 'Change price',
  lending: 'Change lending',
} as const

const EXPLAINED = {
  pause: 'They cannot be rented until you resume them. Existing rentals stay as they are.',
  resume: 'Approved items can be rented again.',
} as const
