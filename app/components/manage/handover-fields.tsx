import { PhotosField } from '#app/components/images/photo-field.tsx'
import { MAX_HANDOVER_PHOTOS, photosIn } from '#app/components/rental/handover-photos.ts'
import { CARRIERS, HANDOVER_METHODS } from '#app/components/rental/handover-way-words.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { Field } from '#app/ui/fields/field.tsx'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { carriers, handoverMethods } from '#db/enums.ts'
import {
  MAX_NOTE_CHARACTERS,
  MAX_TRACKING_CHARACTERS,
} from '#domain/booking/rentals/stage/handover-limits.ts'
import { MAX_FILE_SIZE } from '#domain/catalogue/images/image-shapes.ts'

export function HandoverFields({ answer }: { answer: Problem | undefined }) {
  return (
    <>
      <TextArea
        label="Note"
        name="note"
        optional
        rows={3}
        maxLength={MAX_NOTE_CHARACTERS}
        hint="The renter can see this."
        defaultValue={answer?.values.note}
        error={answer?.fields.note}
      />
      <PhotosField
        label="Photos"
        optional
        hint={`Show its current condition. Up to ${MAX_FILE_SIZE} each. The renter can see them.`}
        name="photos"
        use="handover"
        max={MAX_HANDOVER_PHOTOS}
        photos={photosIn(answer)}
        error={answer?.fields.photos}
      />
    </>
  )
}

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
