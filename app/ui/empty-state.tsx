import type { ReactNode } from 'react'
import { HangerIcon } from './icons.tsx'

/** Why a list is empty, and the next step. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string
  /** One more sentence. */
  children?: ReactNode
  /** A LinkButton or two, or a form. */
  action?: ReactNode
}) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-14 text-center sm:py-20">
      <HangerIcon width="40" height="40" strokeWidth="1" className="text-edge" />
      <p className="mt-5 font-heading text-2xl leading-snug text-balance">{title}</p>
      {children && <p className="mt-3 text-soft">{children}</p>}
      {action && <div className="mt-8 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
