import { Field } from '#app/ui/fields/field.tsx'
import { PasswordField } from '#app/ui/fields/password-field.tsx'

/** The fields for confirming one's identity before a sensitive action. */
export function ProofFields({
  hasSecondFactor,
  errors,
  label = 'Your password',
  name = 'password',
  autoFocus,
}: {
  hasSecondFactor: boolean
  errors: Readonly<Record<string, string>> | undefined
  label?: string
  name?: string
  autoFocus?: boolean
}) {
  return (
    <>
      <PasswordField
        label={label}
        name={name}
        autoComplete="current-password"
        required
        {...(autoFocus && { autoFocus })}
        error={errors?.[name]}
      />
      {hasSecondFactor && (
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={40}
          hint="From your authenticator app, or a backup code."
          error={errors?.code}
        />
      )}
    </>
  )
}
