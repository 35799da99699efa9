import { useNavigation } from 'react-router'
import { PhotosField } from '#app/components/images/photo-field.tsx'
import { uploadedPhoto } from '#app/components/images/upload-photo.ts'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { MAX_SUPPORT_CHARACTERS, MAX_SUPPORT_PHOTOS } from '#domain/care/support/support-limits.ts'

type SupportFormProps = {
  action: string
  label: string
  hint?: string
  submit: string
  /** The idempotency key, which also works without a script. */
  formKey: string
  answer: Problem | undefined
}

/** What a person writes to us, with photos. */
export function SupportForm(props: SupportFormProps) {
  const { action, label, hint, submit, formKey, answer } = props
  const field = fieldsOf(answer)
  const busy = useNavigation().formMethod === 'POST'
  const ids = answer?.values.photos?.split(',').filter(Boolean) ?? []
  return (
    <Form
      method="post"
      action={action}
      encType="multipart/form-data"
      noValidate
      once
      failed="Your message could not be sent"
      answer={answer}
      className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-6"
    >
      <input type="hidden" name="form_key" value={formKey} />
      <TextArea
        label={label}
        hint={hint}
        required
        rows={5}
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
      <p>
        <Button busy={busy} busyText="Sending...">
          {submit}
        </Button>
      </p>
    </Form>
  )
}
