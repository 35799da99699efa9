import { useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'

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
  const posting = useNavigation().formData
  const isThis = Object.entries(fields).every(([key, value]) => posting?.get(key) === value)
  const of = <span className="sr-only"> {name}</span>
  return (
    <div className="flex flex-wrap gap-3">
      {approveTo ? (
        <LinkButton to={approveTo} size="small" preventScrollReset>
          Approve{of}
        </LinkButton>
      ) : (
        <Form method="post" preventScrollReset>
          {Object.entries(fields).map(([key, value]) => (
            <input key={key} type="hidden" name={key} value={value} />
          ))}
          <Button
            name="intent"
            value="approve"
            size="small"
            busy={isThis && posting?.get('intent') === 'approve'}
            busyText="Processing..."
          >
            Approve{of}
          </Button>
        </Form>
      )}
      <LinkButton to={denyTo} size="small" kind="secondary" preventScrollReset>
        Deny{of}
      </LinkButton>
    </div>
  )
}
