import type { ReactNode } from 'react'

type FrameHeaderProps = {
  title: string
  /** A line of small text under the title. */
  line?: ReactNode
  actions?: ReactNode
}

export function FrameHeader({ title, line, actions }: FrameHeaderProps) {
  return (
    <header className="mt-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 sm:mt-8">
      <div className="min-w-0">
        <h1 className="text-[2rem] sm:text-[2.5rem]">{title}</h1>
        {line && <p className="mt-2 text-soft">{line}</p>}
      </div>
      {actions && (
        <div className="flex flex-wrap gap-3 max-sm:gap-2 max-sm:[&>*]:px-4">{actions}</div>
      )}
    </header>
  )
}
