import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type NoticeKind = 'error' | 'success' | 'info'

const KINDS: Readonly<Record<NoticeKind, string>> = {
  error: 'border-danger/60 bg-danger-wash text-danger',
  success: 'border-success/40 bg-success-wash text-success',
  info: 'border-info/40 bg-info-wash text-info',
}

/** A permanent message in the page. Errors are announced at once. */
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
        'rounded-control border px-4 py-3 text-[0.9375rem] leading-snug wrap-anywhere',
        KINDS[kind],
        className,
      )}
    >
      {children}
    </div>
  )
}
