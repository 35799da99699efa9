import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'

type DecisionButtonsProps = {
  /** What is decided on; goes with the form. */
  fields: Readonly<Record<string, string>>
  /** Its name, for whoever only listens. */
  name: string
}

/** Approve and Deny; shown for what waits only. */
export function DecisionButtons({ fields, name }: DecisionButtonsProps) {
  const posting = useNavigation().formData
  const isThis = Object.entries(fields).every(([key, value]) => posting?.get(key) === value)
  const busy = (intent: string) => isThis && posting?.get('intent') === intent
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap gap-3">
      {Object.entries(fields).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <Button
        name="intent"
        value="approve"
        size="small"
        busy={busy('approve')}
        busyText="Processing..."
      >
        Approve<span className="sr-only"> {name}</span>
      </Button>
      <Button
        name="intent"
        value="deny"
        size="small"
        kind="secondary"
        busy={busy('deny')}
        busyText="Processing..."
      >
        Deny<span className="sr-only"> {name}</span>
      </Button>
    </Form>
  )
}
