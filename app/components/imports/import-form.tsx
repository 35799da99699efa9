import { href } from 'react-router'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { Form } from '#app/ui/form.tsx'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { Notice } from '#app/ui/notice.tsx'
import {
  MAX_IMPORTED_ROWS,
  MAX_LISTING_FILE_BYTES,
  MAX_PHOTOS_OF_ITEM,
  MAX_SENT_PHOTO_BYTES,
} from '#domain/catalogue/imports/import-limits.ts'
import { megabytes } from '#domain/shared/figures.ts'

import { SIGNS_IN_FILE_NAMES } from './import-words.ts'

const FILE = '[&_input]:h-auto [&_input]:py-2.5'

/** A file of listings and its photos. Sent as multipart, so that it needs no script. */
export function ImportForm({ answer, busy }: { answer: Problem | undefined; busy: boolean }) {
  const form = useFirstInvalid(answer)
  return (
    <Form
      method="post"
      action={href('/business/imports')}
      encType="multipart/form-data"
      ref={form}
      noValidate
      className="grid gap-6"
    >
      {answer && answer.problem !== '' && <Notice kind="error">{answer.problem}</Notice>}
      <Field
        label="CSV file"
        type="file"
        name="listings"
        accept=".csv,text/csv"
        required
        hint={`Up to ${MAX_IMPORTED_ROWS.toLocaleString('en-US')} rows and ${megabytes(MAX_LISTING_FILE_BYTES)}.`}
        error={answer?.fields.listings}
        className={FILE}
      />
      <Field
        label="Photos"
        optional
        type="file"
        name="photos"
        multiple
        accept="image/jpeg,image/png,image/webp,.zip,application/zip"
        hint={`Image files or one ZIP file, up to ${megabytes(MAX_SENT_PHOTO_BYTES)} in total. Name them by SKU: A-104.jpg, A-104-2.jpg and so on, up to ${MAX_PHOTOS_OF_ITEM} for an item. ${SIGNS_IN_FILE_NAMES}`}
        error={answer?.fields.photos}
        className={FILE}
      />
      <p>
        <Button busy={busy} busyText="Uploading...">
          Check file
        </Button>
      </p>
      <p className="text-sm text-soft">
        You review the results before anything changes. Rows follow the same rules as the item form.
      </p>
    </Form>
  )
}
