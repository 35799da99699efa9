import { PhotosField } from '#app/components/images/photo-field.tsx'
import { MAX_HANDOVER_PHOTOS, photosIn } from '#app/components/rental/handover-photos.ts'
import type { Problem } from '#app/forms/forms.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { MAX_NOTE_CHARACTERS } from '#domain/booking/rentals/stage/handover-limits.ts'
import { MAX_FILE_SIZE } from '#domain/catalogue/images/image-shapes.ts'

/** The note and the photos of a delivery or a return. */
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
