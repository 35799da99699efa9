import type { ReactNode } from 'react'
import { PhotosField } from '#app/components/images/photo-field.tsx'
import { uploadedPhoto } from '#app/components/images/upload-photo.ts'
import type { Problem } from '#app/forms/forms.ts'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { MAX_CASE_CHARACTERS, MAX_CASE_PHOTOS } from '#domain/care/cases/case-limits.ts'
import { MAX_FILE_SIZE } from '#domain/catalogue/images/image-shapes.ts'

type StatementFormProps = {
  label: string
  /** Who else reads it. */
  readers: string
  failed: string
  answer: Problem | undefined
  children: ReactNode
}

export function StatementForm({ label, readers, failed, answer, children }: StatementFormProps) {
  const field = fieldsOf(answer)
  const ids = answer?.values.appeal_photos?.split(',').filter(Boolean) ?? []
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      failed={failed}
      answer={answer}
      className="mt-5 grid gap-6"
    >
      <TextArea
        label={label}
        {...field('words')}
        rows={4}
        required
        maxLength={MAX_CASE_CHARACTERS.appeal}
        hint={readers}
      />
      <PhotosField
        label="Photos"
        optional
        hint={`Up to ${MAX_FILE_SIZE} each. ${readers}`}
        name="appeal_photos"
        use="appeal"
        max={MAX_CASE_PHOTOS}
        photos={ids.map(uploadedPhoto)}
        error={answer?.fields.appeal_photos}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">{children}</div>
    </Form>
  )
}
