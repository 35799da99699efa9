import type { Problem } from '#app/forms/forms.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'

type ReasonDialogProps = {
  question: string
  /** What happens next: who gets an email. */
  line: string
  /** Suggested reasons. */
  templates: readonly string[]
  fields: Readonly<Record<string, string>>
  confirmText: string
  open: unknown
  answer: Problem | undefined
  onClose: () => void
}

/** Asks for confirmation of a denial, and for the reason, which its owner sees. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { question, line, templates, fields, confirmText, open, answer, onClose } = props
  return (
    <ConfirmDialog
      question={question}
      open={answer ?? open}
      onClose={onClose}
      fields={fields}
      confirmText={confirmText}
      danger
    >
      <div className="grid gap-5">
        <p className="text-soft">{line}</p>
        <SelectField
          label="Reason"
          name="template"
          placeholder="Choose a reason, or write your own"
          options={templates}
          defaultValue={answer?.values.template ?? ''}
          error={answer?.fields.reason}
        />
        <TextArea
          label="In your own words"
          optional
          name="reason"
          rows={3}
          maxLength={900}
          defaultValue={answer?.values.reason ?? ''}
        />
      </div>
    </ConfirmDialog>
  )
}

export const ITEM_REASONS = [
  'The photo is too dark or blurry.',
  'The photo does not show the whole item.',
  'The description does not match the photo.',
  'We do not accept this type of item.',
  'The price looks like a mistake.',
] as const

export const APPLICATION_REASONS = [
  'We do not cover your area yet.',
  'We already have enough closets in your city.',
  'Your photos do not show enough items.',
  'Your application was not complete.',
] as const

export const NAME_REASONS = [
  'It could be taken for another closet or brand.',
  'It insults someone.',
  'It contains advertising or contact information.',
  'It is not a name.',
] as const

export const MESSAGE_REASONS = [
  'It insults or threatens someone.',
  'It asks for payment outside Hemline.',
  'It contains personal information about someone else.',
  'It is advertising.',
] as const

export const REVIEW_REASONS = [
  'It insults or threatens someone.',
  'It contains personal information, such as an address or a phone number.',
  'It is not about this rental.',
  'It is advertising.',
  'The photo does not show the item.',
] as const
