import type { ReactNode } from 'react'

export type TextPart = { readonly id: string; readonly title: string; readonly body: ReactNode }

/** A text page: title, introduction, index and sections. */
export function TextPage({
  title,
  introduction,
  parts,
}: {
  title: string
  introduction: ReactNode
  parts: readonly TextPart[]
}) {
  return (
    <div className="page-column pt-10 pb-8 sm:pt-16">
      <header>
        <h1>{title}</h1>
        <div className="mt-4 max-w-prose text-lg text-soft">{introduction}</div>
      </header>
      <div className="mt-10 grid gap-x-16 gap-y-8 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <nav
          aria-label="On this page"
          className="lg:sticky lg:top-[calc(var(--header-height)+2rem)] lg:self-start"
        >
          <ul className="flex flex-wrap gap-x-6 lg:grid">
            {parts.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} className="inline-block py-2 text-sm text-link">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="max-w-2xl">
          {parts.map(({ id, title, body }) => (
            <section
              key={id}
              aria-labelledby={id}
              className="border-t border-line py-8 first:border-t-0 first:pt-0"
            >
              <h2 id={id} className="scroll-mt-[calc(var(--header-height)+2rem)] text-2xl">
                {title}
              </h2>
              <div className="mt-3 grid gap-3 text-[1.0625rem] [&_a:not([class])]:text-link [&_li]:mt-1 [&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5">
                {body}
              </div>
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}
