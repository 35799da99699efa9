import type { TextProps } from './section-types.ts'

/** A column of reading with its heading beside it. */
export function TextSection({ title, subtitle, text }: TextProps) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
  return (
    <section className="page-column grid gap-6 md:grid-cols-12 md:gap-8">
      <div className="md:col-span-5">
        {title && <h2>{title}</h2>}
        {subtitle && (
          <p className="mt-3 font-(family-name:--font-subtitle) text-soft">{subtitle}</p>
        )}
      </div>
      <div className="max-w-2xl space-y-5 text-lg leading-relaxed md:col-span-7 md:col-start-6">
        {paragraphs.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other order than its own
          <p key={index} className="whitespace-pre-line">
            {paragraph}
          </p>
        ))}
      </div>
    </section>
  )
}
