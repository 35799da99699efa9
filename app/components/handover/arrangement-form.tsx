import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { Form } from '#app/ui/form.tsx'
import type { RentalId } from '#db/ids.ts'
import type { ArrangedStep } from '#domain/booking/rentals/handovers/arrange-handover.ts'
import { MAX_ARRANGEMENT_CHARACTERS } from '#domain/booking/rentals/stage/handover-limits.ts'
import { firstNameOf } from '#domain/shared/first-name.ts'
import { isolated } from '#domain/shared/isolate.ts'

type ArrangementFormProps = {
  /** Identifies the form on its page. */
  card: string
  step: ArrangedStep
  rentals: readonly RentalId[]
  /** What the renter reads now. */
  arranged: string | null
  renterName: string
  /** An arrangement that could not be saved. */
  answer: Problem | undefined
}

/** When and where pieces change hands, which their renter reads; on paper as text. */
export function ArrangementForm({
  card,
  step,
  rentals,
  arranged,
  renterName,
  answer,
}: ArrangementFormProps) {
  return (
    <>
      {arranged && (
        <p className="mt-3 hidden text-sm wrap-anywhere print:block">When and where: {arranged}</p>
      )}
      <Form
        method="post"
        preventScrollReset
        className="mt-4 flex flex-wrap items-end gap-x-3 gap-y-2 print:hidden"
      >
        <input type="hidden" name="card" value={card} />
        {rentals.map((id) => (
          <input key={id} type="hidden" name="rental" value={id} />
        ))}
        <Field
          key={arranged}
          label="When and where"
          optional
          {...fieldsOf(answer)('arrangement', arranged)}
          id={`${card}-arrangement`}
          maxLength={MAX_ARRANGEMENT_CHARACTERS}
          className="min-w-0 flex-1 basis-60"
        />
        <Button
          name="intent"
          value={`arrange-${step}`}
          kind="secondary"
          size="small"
          className="mb-1 max-md:min-h-11"
        >
          {isolated(`Save and tell ${firstNameOf(renterName)}`)}
        </Button>
      </Form>
    </>
  )
}
