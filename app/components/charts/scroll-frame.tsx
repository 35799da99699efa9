import type { ReactNode } from 'react'
import { classNames } from '#app/ui/class-names.ts'

type ScrollFrameProps = {
  /** Its name for people who do not see it. */
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}

/**
 * A part wider than the screen, which scrolls by itself and with the keyboard, and fades out where
 * it continues.
 */
export function ScrollFrame({ label, className, children }: ScrollFrameProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className={classNames('fading-row relative overflow-x-auto', className)}
    >
      {children}
    </section>
  )
}
