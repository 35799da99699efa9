import { useNavigation } from 'react-router'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { Form } from '#app/ui/form.tsx'
import type { ApiScope } from '#domain/accounts/tokens/api-scopes.ts'
import { API_TOKEN_DAYS, MAX_TOKEN_NAME } from '#domain/accounts/tokens/api-token-limits.ts'
import { counted } from '#domain/shared/figures.ts'
import { ProofFields } from './proof-fields.tsx'
import { SCOPE_WORDS } from './scope-words.ts'

/** Creates an API token: asks for its name, permissions, expiry and the person's password. */
export function ApiTokenForm({
  scopes,
  hasSecondFactor,
  answer,
}: {
  scopes: readonly ApiScope[]
  hasSecondFactor: boolean
  answer: Problem | undefined
}) {
  const field = fieldsOf(answer)
  const busy = useNavigation().formData?.get('what') === 'make'
  return (
    <Form method="post" answer={answer} noValidate className="grid gap-5">
      <input type="hidden" name="what" value="make" />
      <Field
        label="Name"
        required
        maxLength={MAX_TOKEN_NAME}
        hint="What it is for, such as “Inventory sync”."
        {...field('name')}
      />
      <fieldset className="min-w-0" aria-describedby={answer?.fields.scopes && 'scopes-error'}>
        <legend className="font-medium">Permissions</legend>
        <ul className="mt-3 grid gap-1">
          {scopes.map((scope) => (
            <li key={scope}>
              <label className="flex min-h-11 items-start gap-3 py-1.5">
                <input
                  type="checkbox"
                  name={scope}
                  value="yes"
                  defaultChecked={answer?.values[scope] === 'yes'}
                  data-invalid={answer?.fields.scopes ? true : undefined}
                  className="mt-0.5 size-5 shrink-0"
                />
                <span className="min-w-0">
                  {SCOPE_WORDS[scope]}
                  <span className="block font-mono text-sm text-soft">{scope}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
        {answer?.fields.scopes && (
          <p id="scopes-error" className="mt-2 text-sm text-danger">
            {answer.fields.scopes}
          </p>
        )}
      </fieldset>
      <SelectField
        label="Expires after"
        options={API_TOKEN_DAYS.map((days) => ({
          value: String(days),
          label: counted(days, 'day'),
        }))}
        {...field('days', '90')}
      />
      <ProofFields hasSecondFactor={hasSecondFactor} errors={answer?.fields} />
      <p>
        <Button busy={busy} busyText="Creating...">
          Create token
        </Button>
      </p>
    </Form>
  )
}
