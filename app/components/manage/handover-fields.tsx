import { PhotosField } from '#app/components/images/photo-field.tsx'
import { MAX_HANDOVER_PHOTOS, photosIn } from '#app/components/rental/handover-photos.ts'
import { CARRIERS, HANDOVER_METHODS } from '#app/components/rental/handover-way-words.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { carriers, handoverMethods } from '#db/enums.ts'
import {
  MAX_NOTE_CHARACTERS,
  MAX_TRACKING_CHARACTERS,
} from '#domain/booking/rentals/stage/handover-limits.ts'
import { MAX_FILE_SIZE } from '#domain/catalogue/images/image-shapes.ts'

export function HandoverFields({ answer }: { answer: Problem | undefined }) {
  const field = fieldsOf(answer)
  return (
    <>
      <TextArea
        label="Note"
        {...field('note')}
        optional
        rows={3}
        maxLength={MAX_NOTE_CHARACTERS}
        hint="The renter can see this."
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
  const field = fieldsOf(answer)
  return (
    <div className="grid gap-6 sm:grid-cols-3">
      <SelectField
        label="Handover method"
        {...field('handover_method')}
        options={handoverMethods.map((value) => ({ value, label: HANDOVER_METHODS[value] }))}
      />
      <SelectField
        label="Carrier"
        optional
        {...field('carrier')}
        placeholder="None"
        options={carriers.map((value) => ({ value, label: CARRIERS[value] }))}
      />
      <Field
        label="Tracking number"
        optional
        {...field('tracking_number')}
        maxLength={MAX_TRACKING_CHARACTERS}
        autoComplete="off"
      />
    </div>
  )
}
