import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlStyle, FieldFrame, type FieldText } from './field-frame.tsx'

type FieldProps = FieldText & Omit<ComponentProps<'input'>, 'aria-describedby' | 'aria-invalid'>

/** One line of text, a number, a date: any input with a label above it. */
export function Field({
  label,
  hint,
  error,
  optional,
  labelHidden,
  id,
  className,
  ...input
}: FieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, optional, labelHidden, id, className }}>
      {(control) => (
        <input
          {...input}
          {...control}
          // A date and its icon take half the width of a phone.
          className={classNames(controlStyle, 'h-12', input.type === 'date' && 'px-3!')}
        />
      )}
    </FieldFrame>
  )
}
