import { CARRIERS, HANDOVER_METHODS } from '#app/components/rental/handover-way-words.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { Field } from '#app/ui/fields/field.tsx'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { carriers, handoverMethods } from '#db/enums.ts'
import { MAX_TRACKING_CHARACTERS } from '#domain/booking/rentals/stage/handover-limits.ts'

/** How the item changes hands, and where a parcel is. */
export function HandoverWayFields({ answer }: { answer: Problem | undefined }) {
  return (
    <div className="grid gap-6 sm:grid-cols-3">
      <SelectField
        label="Handover method"
        name="handover_method"
        options={handoverMethods.map((value) => ({ value, label: HANDOVER_METHODS[value] }))}
        defaultValue={answer?.values.handover_method}
        error={answer?.fields.handover_method}
      />
      <SelectField
        label="Carrier"
        optional
        name="carrier"
        placeholder="None"
        options={carriers.map((value) => ({ value, label: CARRIERS[value] }))}
        defaultValue={answer?.values.carrier}
        error={answer?.fields.carrier}
      />
      <Field
        label="Tracking number"
        optional
        name="tracking_number"
        maxLength={MAX_TRACKING_CHARACTERS}
        autoComplete="off"
        defaultValue={answer?.values.tracking_number}
        error={answer?.fields.tracking_number}
      />
    </div>
  )
}
