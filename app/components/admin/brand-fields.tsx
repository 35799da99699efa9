import { useState } from 'react'
import { href, useNavigation } from 'react-router'
import { EditConflictNotice, SeenVersion } from '#app/components/edit-conflict-notice.tsx'
import { PhotoField } from '#app/components/images/photo-field.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { MAX_FILE_SIZE } from '#domain/catalogue/images/image-shapes.ts'
import { imageAddress } from '#domain/shared/image-address.ts'
import { BRAND_NOT_SAVED } from './admin-sentences.ts'

type BrandDraft = {
  readonly name: string
  readonly description: string | null
  readonly dealDetails: string | null
  readonly logoImageId: string | null
  readonly version: string
}

type BrandFieldsProps = {
  /** The saved brand; null for a new one. */
  brand: BrandDraft | null
  answer: Problem | undefined
  submitText: string
}

/** Adds or changes a brand (spec 12.4). Sent as multipart, so that it needs no script. */
export function BrandFields({ brand, answer, submitText }: BrandFieldsProps) {
  const busy = useNavigation().formData?.get('intent') === 'save'
  const form = useFirstInvalid(answer)
  const shown = fieldsOf(answer)
  // The edit started from this version, even if the page loads a newer one later.
  const [seen] = useState(answer?.values.seen ?? brand?.version)
  const logoId = answer?.values.logo_id?.split(',').at(-1) || brand?.logoImageId
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      ref={form}
      noValidate
      failed={BRAND_NOT_SAVED}
      className="mt-10 grid items-start gap-x-12 gap-y-8 md:grid-cols-[min(14rem,30%)_minmax(0,1fr)]"
    >
      <input type="hidden" name="intent" value="save" />
      {seen && <SeenVersion version={seen} />}
      <PhotoField
        label="Logo"
        hint={`JPEG, PNG or WebP, up to ${MAX_FILE_SIZE}.`}
        name="logo_id"
        use="logo"
        photo={logoId ? { id: logoId, url: imageAddress(logoId) } : null}
        error={answer?.fields.logo_id}
      />
      <div className="grid content-start gap-6">
        {answer && answer.problem !== '' && <Notice kind="error">{answer.problem}</Notice>}
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <Field label="Name" required maxLength={80} {...shown('name', brand?.name)} />
          <Field
            label="Deal"
            optional
            hint="Shown under the logo on the home page."
            maxLength={200}
            {...shown('deal_details', brand?.dealDetails)}
          />
        </div>
        <TextArea label="Description" optional {...shown('description', brand?.description)} />
        <p className="flex flex-wrap gap-3">
          <Button busy={busy} busyText="Saving...">
            {submitText}
          </Button>
          <LinkButton to={href('/admin/brands')} kind="secondary">
            Cancel
          </LinkButton>
        </p>
        {answer?.editConflict && (
          <EditConflictNotice editConflict={answer.editConflict} showTheirs="" />
        )}
      </div>
    </Form>
  )
}
