import { type ComponentProps, useState } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { controlStyle, FieldFrame, type FieldText, splitProps } from './field-frame.tsx'
import { EyeIcon, EyeOffIcon } from './field-icons.tsx'

type PasswordFieldProps = FieldText &
  Omit<ComponentProps<'input'>, 'type' | 'aria-describedby' | 'aria-invalid'>

/** The toggle needs a script, so it is only shown with one. */
export function PasswordField(props: PasswordFieldProps) {
  const [frame, input] = splitProps(props)
  const [shown, setShown] = useState(false)
  const hydrated = useHydrated()
  const say = shown ? 'Hide password' : 'Show password'
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize="none"
            className={classNames(controlStyle, 'h-12', hydrated && 'pr-13')}
          />
          {hydrated && (
            <button
              type="button"
              aria-label={say}
              title={say}
              aria-controls={control.id}
              className="absolute inset-y-0 right-0 grid w-12 place-items-center text-soft hover:text-ink"
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOffIcon /> : <EyeIcon />}
            </button>
          )}
        </div>
      )}
    </FieldFrame>
  )
}
