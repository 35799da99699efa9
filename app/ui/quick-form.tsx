import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { Button } from './button.tsx'
import type { ButtonStyle } from './button-style.ts'
import { Form } from './form.tsx'

type QuickFormProps = {
  /** The page that answers; by default the one that is shown. */
  action?: string
  fields: Readonly<Record<string, string>>
  kind?: ButtonStyle['kind']
  size?: ButtonStyle['size']
  /** What failed; see `Form`. */
  failed?: string | undefined
  className?: string
  children: ReactNode
}

/** A button that posts its hidden fields. */
export function QuickForm({ action, fields, failed, children, ...button }: QuickFormProps) {
  const posting = useNavigation().formData
  const busy = Object.entries(fields).every(([name, value]) => posting?.get(name) === value)
  return (
    <Form method="post" action={action} preventScrollReset>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button {...button} data-failed={failed} busy={busy} busyText="Processing...">
        {children}
      </Button>
    </Form>
  )
}
