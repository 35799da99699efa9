import { useNavigation } from 'react-router'
import { PhotosField } from '#app/components/images/photo-field.tsx'
import { uploadedPhoto } from '#app/components/images/upload-photo.ts'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import type { SavedAnswer } from '#domain/care/support/saved-answers.ts'
import { MAX_SUPPORT_CHARACTERS, MAX_SUPPORT_PHOTOS } from '#domain/care/support/support-limits.ts'

type AnswerFormProps = {
  personName: string
  /** How many messages the page shows. */
  seen: number
  formKey: string
  saved: readonly SavedAnswer[]
  answer: Problem | undefined
}

/** An admin's answer; a saved answer is added to what was typed, without a script too. */
export function AnswerForm({ personName, seen, formKey, saved, answer }: AnswerFormProps) {
  const field = fieldsOf(answer)
  const intent = useNavigation().formData?.get('intent')
  const ids = answer?.values.photos?.split(',').filter(Boolean) ?? []
  const inserted = answer?.values.intent === 'insert' ? answer.values.words : undefined
  return (
    <section aria-labelledby="answer" className="border-t border-ink pt-6">
      <h2 id="answer" className="text-[1.625rem]">
        Answer
      </h2>
      <p className="mt-3 text-soft">
        <bdi>{personName}</bdi> gets it by email and on the page of the request, in the name of
        Hemline.
      </p>
      <Form
        method="post"
        encType="multipart/form-data"
        noValidate
        once
        failed="The answer could not be sent"
        answer={answer}
        className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-6"
      >
        <input type="hidden" name="form_key" value={formKey} />
        <input type="hidden" name="seen" value={seen} />
        {saved.length > 0 && (
          <div className="flex items-end gap-2">
            <SelectField
              label="Saved answer"
              name="saved"
              placeholder="Choose a saved answer"
              options={saved.map(({ id, title }) => ({ value: id, label: title }))}
              error={answer?.fields.saved}
              className="min-w-0 flex-1"
            />
            <Button kind="secondary" name="intent" value="insert" className="min-h-12!">
              Insert
            </Button>
          </div>
        )}
        <TextArea
          key={inserted}
          label="Your answer"
          required
          rows={6}
          maxLength={MAX_SUPPORT_CHARACTERS}
          {...field('words')}
        />
        <PhotosField
          label={`Photos, up to ${MAX_SUPPORT_PHOTOS}`}
          name="photos"
          use="support"
          max={MAX_SUPPORT_PHOTOS}
          photos={ids.map(uploadedPhoto)}
          error={answer?.fields.photos}
        />
        <p className="flex flex-wrap gap-3">
          <Button name="intent" value="answer" busy={intent === 'answer'} busyText="Sending...">
            Send answer
          </Button>
          <Button
            kind="secondary"
            name="intent"
            value="answer-and-close"
            busy={intent === 'answer-and-close'}
            busyText="Sending..."
          >
            Send and close
          </Button>
        </p>
      </Form>
    </section>
  )
}
