import type { ReactNode } from 'react'
import { classNames } from '#app/ui/class-names.ts'

/** The heading of a section; nothing when it has neither title nor subtitle. */
export function SectionHeading({
  title,
  subtitle,
  aside,
  className,
}: {
  title: string | null
  subtitle: string | null
  /** Shown to the right of the title. */
  aside?: ReactNode
  className?: string
}) {
  if (!title && !subtitle && !aside) return null
  return (
    <div className={classNames('flex items-end justify-between gap-[min(1.5rem,5vw)]', className)}>
      <div className="min-w-0">
        {title && <h2>{title}</h2>}
        {subtitle && (
          <p className="mt-2 max-w-xl font-(family-name:--font-subtitle) text-soft">{subtitle}</p>
        )}
      </div>
      {aside}
    </div>
  )
}
