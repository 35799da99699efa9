import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type BadgeKind = 'plain' | 'accent' | 'success' | 'danger' | 'info'

const KINDS: Readonly<Record<BadgeKind, string>> = {
  plain: 'border-line bg-sand text-ink',
  accent: 'border-primary-200 bg-primary-50 text-primary-700',
  success: 'border-transparent bg-success-wash text-success',
  danger: 'border-transparent bg-danger-wash text-danger',
  info: 'border-secondary-200 bg-secondary-50 text-secondary-700',
}

/** A word for the status of something. */
export function Badge({
  kind = 'plain',
  className,
  children,
}: {
  kind?: BadgeKind
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center rounded-full border px-2.5 py-0.5 text-xs font-medium whitespace-nowrap',
        KINDS[kind],
        className,
      )}
    >
      {children}
    </span>
  )
}
