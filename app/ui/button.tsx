import type { ComponentProps } from 'react'
import { useAnswered } from '#app/ui/hooks/use-answered.ts'
import { type ButtonStyle, buttonStyle } from './button-style.ts'

type ButtonProps = ComponentProps<'button'> &
  ButtonStyle & {
    /**
     * While true and the answer is outstanding, the button shows `busyText` and does nothing, but
     * keeps the focus.
     */
    busy?: boolean
    busyText?: string
  }

/** Submits its form by default, as in HTML. */
export function Button({
  kind,
  size,
  wide,
  busy: isPosting = false,
  busyText,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const isAnswered = useAnswered()
  const busy = isPosting && !isAnswered
  return (
    <button
      {...props}
      className={buttonStyle({ kind, size, wide }, className)}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && busyText ? busyText : children}
    </button>
  )
}
