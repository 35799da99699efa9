import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type NoticeKind = 'error' | 'success' | 'info'

const KINDS: Readonly<Record<NoticeKind, string>> = {
  error: 'border-danger bg-danger-wash text-danger',
  success: 'border-success bg-success-wash text-success',
  info: 'border-info bg-info-wash text-info',
}

/** A box in the page that stays. Errors are announced at once. */
export function Notice({
  kind = 'info',
  className,
  children,
}: {
  kind?: NoticeKind
  className?: string
  children: ReactNode
}) {
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={classNames(
        'rounded-control border-l-3 px-4 py-3 text-[0.9375rem] leading-snug',
        KINDS[kind],
        className,
      )}
    >
      {children}
    </div>
  )
}
