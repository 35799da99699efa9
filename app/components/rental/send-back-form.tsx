import { PhotosField } from '#app/components/images/photo-field.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { Form } from '#app/ui/form.tsx'
import { MAX_TRACKING_CHARACTERS } from '#domain/booking/rentals/stage/handover-limits.ts'
import { MAX_FILE_SIZE } from '#domain/catalogue/images/image-shapes.ts'
import { MAX_HANDOVER_PHOTOS, photosIn } from './handover-photos.ts'

/** The renter says that the item is on its way back, with a tracking number and photos. */
export function SendBackForm({ answer }: { answer: Problem | undefined }) {
  const field = fieldsOf(answer)
  return (
    <>
      <p className="mt-2 mb-6 text-soft">
        Tell us on the day you mail it or hand it over. That day counts as the return date.
      </p>
      <Form
        method="post"
        encType="multipart/form-data"
        failed="This could not be saved"
        answer={answer}
        className="grid gap-6"
      >
        <Field
          label="Tracking number"
          optional
          autoComplete="off"
          maxLength={MAX_TRACKING_CHARACTERS}
          hint="The closet can see it."
          {...field('tracking')}
        />
        <PhotosField
          label="Photos"
          optional
          hint={`Show its condition, or the receipt. Up to ${MAX_FILE_SIZE} each. The closet can see them.`}
          name="photos"
          use="handover"
          max={MAX_HANDOVER_PHOTOS}
          photos={photosIn(answer)}
          error={answer?.fields.photos}
        />
        <p>
          <Button name="answer" value="sent-back" busyText="Processing...">
            I sent it back
          </Button>
        </p>
      </Form>
    </>
  )
}
