import type { ReactNode } from 'react'
import { buttonStyle } from '#app/ui/button-style.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { textOn } from '#domain/site-style/contrast.ts'
import type { SiteStyle } from '#domain/site-style/site-settings.ts'

/** What the style makes of a page, small: follows what is typed. */
export function StyleSample({ style }: { style: SiteStyle }) {
  const hydrated = useHydrated()
  return (
    <aside
      aria-label="Preview"
      className="self-start max-lg:order-first lg:sticky lg:top-[calc(var(--header-height)+2rem)]"
    >
      {!hydrated && (
        <p className="mb-4 animate-[appear_1ms_2s_backwards] text-sm">
          The live preview requires JavaScript.
        </p>
      )}
      <div className="rounded-control border border-line bg-sheet p-7">
        <p className="font-heading text-4xl leading-tight">{style.hero_title}</p>
        <p className="mt-3 font-(family-name:--font-subtitle) text-lg">{style.hero_subtitle}</p>
        <p className="mt-4 text-soft">{style.hero_description}</p>
        <p aria-hidden="true" className={buttonStyle({ size: 'small' }, 'mt-6')}>
          Button
        </p>
        <ul className="mt-7 grid gap-2 text-sm">
          <Swatch color="bg-primary">Primary</Swatch>
          <Swatch color="bg-secondary">Secondary</Swatch>
          <Swatch color="bg-accent">Accent</Swatch>
        </ul>
        {textOn(style.primary_500) === null && (
          <p role="status" className="mt-5 text-sm text-danger">
            Text would be hard to read on this primary color, so buttons stay dark. Choose a darker
            or lighter color.
          </p>
        )}
      </div>
    </aside>
  )
}

function Swatch({ color, children }: { color: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <span aria-hidden="true" className={`size-6 rounded-control border border-line ${color}`} />
      {children}
    </li>
  )
}
