import { type ReactNode, useContext, useId } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { StaleErrors } from '#app/ui/stale-errors.ts'

export type FieldText = {
  readonly label: string
  /** A sentence under the label: what to enter and why. */
  readonly hint?: ReactNode
  /** A sentence at the field: what to correct. */
  readonly error?: string | undefined
  /** Says so after the label. By default a field is required. */
  readonly optional?: boolean | undefined
  /** Shows the label to screen readers only. */
  readonly labelHidden?: boolean | undefined
}

/** Attributes that connect a control with its label, hint and error. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export const controlStyle =
  'block w-full rounded-control border border-edge bg-sheet px-4 text-base text-ink ' +
  'placeholder:text-soft transition-colors hover:border-ink ' +
  'aria-invalid:border-danger aria-invalid:bg-danger-wash disabled:opacity-60'

type FrameText = FieldText & { id?: string | undefined; className?: string | undefined }

type FrameProps = FrameText & { children: (control: ControlProps) => ReactNode }

/** The props of a field: those of its frame, and those of its control. */
export function splitProps<Props extends FrameText>(props: Props) {
  const { label, hint, error, optional, labelHidden, id, className, ...control } = props
  return [{ label, hint, error, optional, labelHidden, id, className }, control] as const
}

/** Label, hint, control and error in one column. */
export function FieldFrame({
  label,
  hint,
  error: answered,
  optional,
  labelHidden,
  id,
  className,
  children,
}: FrameProps) {
  const error = useContext(StaleErrors) ? undefined : answered
  const made = useId()
  const controlId = id ?? made
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  return (
    <div className={classNames('grid grid-cols-[minmax(0,1fr)] gap-1.5', className)}>
      <label
        htmlFor={controlId}
        className={labelHidden ? 'sr-only' : 'justify-self-start text-sm font-medium'}
      >
        {label}
        {optional && <span className="font-normal text-soft"> (optional)</span>}
      </label>
      {hint && (
        <p id={hintId} className="-mt-1 text-sm text-soft">
          {hint}
        </p>
      )}
      {children({
        id: controlId,
        'aria-describedby':
          classNames(Boolean(hint) && hintId, Boolean(error) && errorId) || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={errorId} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
