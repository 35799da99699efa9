import type { ComponentProps } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { controlStyle, FieldFrame, type FieldText, splitProps } from './field-frame.tsx'

type TextAreaProps = FieldText &
  Omit<ComponentProps<'textarea'>, 'aria-describedby' | 'aria-invalid'>

/** Grows with its text if the browser supports it. */
export function TextArea(props: TextAreaProps) {
  const { rows = 4, ...others } = props
  const [frame, textarea] = splitProps(others)
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <textarea
          {...textarea}
          {...control}
          rows={rows}
          className={classNames(
            controlStyle,
            rows === 1 ? 'min-h-12' : rows === 2 ? 'min-h-20' : 'min-h-28',
            'field-sizing-content resize-y py-3',
          )}
        />
      )}
    </FieldFrame>
  )
}
