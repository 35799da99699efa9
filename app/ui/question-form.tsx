import { type ReactNode, useId } from 'react'
import { useActionData, useNavigation } from 'react-router'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { Button } from './button.tsx'
import { Form } from './form.tsx'
import { LinkButton } from './link-button.tsx'

export type Question = {
  /** Hidden fields: the intent, the id, `confirmed: 'yes'`. */
  readonly fields?: Readonly<Record<string, string>>
  /** Where the answer is posted; by default the page itself. */
  readonly action?: string | undefined
  readonly confirmText?: string
  readonly cancelText?: string
  /** The page to which cancelling returns, if the question is on another one. */
  readonly cancelTo?: string | undefined
  readonly busyText?: string
  readonly danger?: boolean
  /** What failed, shown when the server did not answer; see `Form`. */
  readonly failed?: string | undefined
  /** The server's answer shows what is wrong, instead of the browser. */
  readonly noValidate?: boolean
}

/** The body of a dialog that asks: yes posts, no closes. Both work without a script. */
export function QuestionForm({
  fields = {},
  action,
  confirmText = 'OK',
  cancelText = 'Cancel',
  cancelTo,
  busyText = 'Processing...',
  danger = false,
  failed,
  noValidate = false,
  children,
}: Question & { children?: ReactNode }) {
  const id = useId()
  const form = useFirstInvalid(useActionData())
  const busy = useNavigation().state !== 'idle'
  return (
    <>
      <Form
        ref={form}
        method="post"
        action={action}
        id={id}
        noValidate={noValidate}
        preventScrollReset
        className="mt-5"
      >
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
      </Form>
      <div className="mt-7 flex flex-wrap justify-end gap-3 max-sm:*:grow max-sm:[&_form_button]:w-full">
        {cancelTo ? (
          <LinkButton to={cancelTo} kind="secondary">
            {cancelText}
          </LinkButton>
        ) : (
          <form method="dialog">
            <Button kind="secondary">{cancelText}</Button>
          </form>
        )}
        <Button
          form={id}
          data-failed={failed}
          kind={danger ? 'danger' : 'primary'}
          busy={busy}
          busyText={busyText}
        >
          {confirmText}
        </Button>
      </div>
    </>
  )
}
