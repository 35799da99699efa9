import { LinkButton } from '#app/ui/link-button.tsx'
import { QuickForm } from '#app/ui/quick-form.tsx'

type DecisionButtonsProps = {
  /** The subject of the decision; sent with the form. */
  fields: Readonly<Record<string, string>>
  /** Its name, for screen readers. */
  name: string
  denyTo: string
  /** The address that asks before approving; null approves at once. */
  approveTo?: string | null
}

export function DecisionButtons({ fields, name, denyTo, approveTo = null }: DecisionButtonsProps) {
  const of = <span className="sr-only"> {name}</span>
  return (
    <div className="flex flex-wrap gap-3">
      {approveTo ? (
        <LinkButton to={approveTo} size="small" preventScrollReset>
          Approve{of}
        </LinkButton>
      ) : (
        <QuickForm fields={{ ...fields, intent: 'approve' }} size="small">
          Approve{of}
        </QuickForm>
      )}
      <LinkButton to={denyTo} size="small" kind="secondary" preventScrollReset>
        Deny{of}
      </LinkButton>
    </div>
  )
}

type DecidedProps = {
  decision: 'Approved' | 'Denied'
  decidedAt: Date
  fields: Readonly<Record<string, string>>
  name: string
}

/** In the place of the buttons, as high as they are, while the decision can be undone. */
export function Decided({ decision, decidedAt, fields, name }: DecidedProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="font-medium">{decision}</p>
      <QuickForm
        fields={{ ...fields, intent: 'undo', at: decidedAt.toISOString() }}
        size="small"
        kind="secondary"
        failed="Failed to undo"
      >
        Undo<span className="sr-only"> the decision about {name}</span>
      </QuickForm>
    </div>
  )
}
