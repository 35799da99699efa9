import type { SubtitleProps } from './section-types.ts'

export function SubtitleSection({ title, subtitle }: SubtitleProps) {
  return (
    <section className="page-column text-center">
      {title && <h2 className="mx-auto max-w-3xl">{title}</h2>}
      {subtitle && (
        <p className="mx-auto mt-4 max-w-xl font-(family-name:--font-subtitle) text-lg text-soft text-balance">
          {subtitle}
        </p>
      )}
    </section>
  )
}
