import { useLocation, useNavigate } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'

type CalendarLinkProps = {
  /** The address with the secret; null before one was created. */
  link: string | null
  /** The page asks for confirmation before replacing it. */
  resetting: boolean
  /** The address of the page, which also creates and replaces the link. */
  path: string
}

/** The secret address of a person's rentals for calendar programs. */
export function CalendarLink({ link, resetting, path }: CalendarLinkProps) {
  const navigate = useNavigate()
  const { key } = useLocation()
  if (!link)
    return (
      <Form method="post" className="mt-8">
        <Button>Create calendar link</Button>
      </Form>
    )
  return (
    <>
      <div className="mt-8 flex max-w-3xl flex-wrap items-end gap-3">
        <Field
          label="Calendar link"
          hint="Anyone with this link can see your rentals, so keep it private."
          readOnly
          value={link}
          onFocus={(event) => event.target.select()}
          className="min-w-0 flex-1 basis-80"
        />
        <LinkButton to={`${path}?reset=yes`} preventScrollReset kind="secondary">
          Reset link
        </LinkButton>
      </div>
      {resetting && (
        <ConfirmDialog
          question="Reset the calendar link?"
          open={key}
          onClose={() => navigate(path, { preventScrollReset: true })}
          action={path}
          confirmText="Reset link"
        >
          <p className="text-soft">
            You will get a new link. The current one will stop working in every calendar that uses
            it.
          </p>
        </ConfirmDialog>
      )}
      <p className="mt-6 max-w-prose text-sm text-soft">
        Some programs, such as vdirsyncer, delete and add a changed event instead of updating it, so
        keep your own notes outside of these events.
      </p>
    </>
  )
}
