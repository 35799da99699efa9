import { PhotosField } from '#app/components/images/photo-field.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { MAX_NOTE_CHARACTERS } from '#domain/booking/rentals/stage/handover-limits.ts'
import {
  DELIVERY_REPORT_HOURS,
  type ReportStep,
} from '#domain/booking/rentals/stage/report-times.ts'
import { MAX_FILE_SIZE } from '#domain/catalogue/images/image-shapes.ts'
import { counted } from '#domain/shared/figures.ts'
import { MAX_HANDOVER_PHOTOS, photosIn } from './handover-photos.ts'
import { RentalSection } from './rental-section.tsx'

type ConditionReportFormProps = {
  step: ReportStep
  /** Who else reads it. */
  readers: string
  /** The name of the button, whose value is 'report'. */
  button: 'answer' | 'intent'
  answer: Problem | undefined
}

const TITLES = {
  delivery: 'What condition was it in when delivered?',
  return: 'What condition was it in when returned?',
} as const satisfies Record<ReportStep, string>

const TITLES_OF_RENTER = {
  ...TITLES,
  return: 'What condition is it in?',
} as const satisfies Record<ReportStep, string>

/** One side's note and photos of the condition of the item, once at delivery and once at return. */
export function ConditionReportForm(props: ConditionReportFormProps) {
  const { step, readers, button, answer: given } = props
  const answer = given?.values.report === step ? given : undefined
  const field = fieldsOf(answer)
  const id = `report-${step}`
  return (
    <RentalSection id={id} title={(button === 'answer' ? TITLES_OF_RENTER : TITLES)[step]}>
      <p className="mt-2 mb-6 text-soft">
        A note and photos help if something is damaged later.
        {step === 'delivery' &&
          ` You can add them within ${counted(DELIVERY_REPORT_HOURS, 'hour')} of the delivery.`}
      </p>
      <Form
        method="post"
        encType="multipart/form-data"
        failed="This could not be saved"
        answer={answer}
        className="grid gap-6"
      >
        <input type="hidden" name="report" value={step} />
        <TextArea
          label="Note"
          optional
          rows={3}
          maxLength={MAX_NOTE_CHARACTERS}
          hint={readers}
          {...field('note')}
        />
        <PhotosField
          label="Photos"
          optional
          hint={`Up to ${MAX_FILE_SIZE} each. ${readers}`}
          name="photos"
          use="handover"
          max={MAX_HANDOVER_PHOTOS}
          photos={photosIn(answer)}
          error={answer?.fields.photos}
        />
        <p>
          <Button name={button} value="report" kind="secondary" busyText="Processing...">
            Save condition report
          </Button>
        </p>
      </Form>
    </RentalSection>
  )
}
