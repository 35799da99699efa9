import type { ComponentProps } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { controlStyle, FieldFrame, type FieldText, splitProps } from './field-frame.tsx'

type FieldProps = FieldText & Omit<ComponentProps<'input'>, 'aria-describedby' | 'aria-invalid'>

/**
 * A date and its icon take half the width of a phone. In a block, WebKit would put the date at the
 * upper edge.
 */
const DATE = 'px-3! inline-flex! items-center'

/** One line of text, a number, a date: any input with a label above it. */
export function Field(props: FieldProps) {
  const [frame, input] = splitProps(props)
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <input
          {...input}
          {...control}
          className={classNames(controlStyle, 'h-12', input.type === 'date' && DATE)}
        />
      )}
    </FieldFrame>
  )
}
