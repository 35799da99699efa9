import type { ReactNode } from 'react'

type SectionProps = { title: string; empty: string | null; more?: ReactNode; children: ReactNode }

/** A part of a page with a heading, and a sentence in place of an empty list. */
export function Section({ title, empty, more, children }: SectionProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-4">
        <h2 className="text-[1.75rem]">{title}</h2>
        {more}
      </div>
      {empty ? (
        <p className="mt-3 border-t border-line pt-4 text-soft">{empty}</p>
      ) : (
        <div className="mt-3 border-t border-line">{children}</div>
      )}
    </section>
  )
}

/** A line of a list in a section; `end` is at the right. */
export function Line({
  first,
  second,
  end,
}: {
  first: ReactNode
  second: ReactNode
  end?: ReactNode
}) {
  return (
    <li className="flex items-baseline justify-between gap-4 border-b border-line py-2.5">
      <div className="min-w-0">
        <p className="break-words">{first}</p>
        <p className="text-sm text-soft">{second}</p>
      </div>
      {end && <p className="shrink-0 text-right text-sm tabular-nums">{end}</p>}
    </li>
  )
}
