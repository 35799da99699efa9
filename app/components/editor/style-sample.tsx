import type { ReactNode } from 'react'
import { buttonStyle } from '#app/ui/button-style.ts'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { readableGround } from '#domain/site/style/contrast.ts'
import type { SiteStyle } from '#domain/site/style/site-settings.ts'

/** A small preview of the style that is always visible and follows the input. */
export function StyleSample({ style }: { style: SiteStyle }) {
  const hydrated = useHydrated()
  return (
    <aside
      aria-label="Preview"
      className="sticky top-(--header-height) z-10 max-lg:order-first [@media(max-height:30rem)]:static lg:top-[calc(var(--header-height)+2rem)] lg:self-start"
    >
      {!hydrated && (
        <p className="mb-4 animate-[appear_1ms_2s_backwards] text-sm">
          The live preview requires JavaScript.
        </p>
      )}
      <div className="rounded-control border border-line bg-sheet p-7 max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:items-center max-lg:gap-x-4 max-lg:p-4">
        <p className="font-heading text-4xl leading-tight max-lg:truncate max-lg:text-xl">
          {style.hero_title}
        </p>
        <p className="mt-3 font-(family-name:--font-subtitle) text-lg max-lg:mt-0 max-lg:truncate max-lg:text-sm">
          {style.hero_subtitle}
        </p>
        <p className="mt-4 text-soft max-lg:hidden">{style.hero_description}</p>
        <p
          aria-hidden="true"
          className={buttonStyle(
            { size: 'small' },
            'max-lg:col-start-2 max-lg:row-span-2 max-lg:row-start-1 lg:mt-6',
          )}
        >
          Button
        </p>
        <ul className="mt-7 grid gap-2 text-sm max-lg:col-span-2 max-lg:mt-3 max-lg:flex max-lg:flex-wrap max-lg:gap-x-4 max-lg:text-xs">
          <Swatch color="bg-primary">Primary</Swatch>
          <Swatch color="bg-secondary">Secondary</Swatch>
          <Swatch color="bg-accent">Accent</Swatch>
        </ul>
        {readableGround(style.primary_500).ground !== style.primary_500 && (
          <p role="status" className="mt-5 text-sm text-soft max-lg:col-span-2 max-lg:mt-3">
            Buttons have a darker shade of this primary color, so that their text is easy to read.
          </p>
        )}
      </div>
    </aside>
  )
}

function Swatch({ color, children }: { color: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3 max-lg:gap-1.5">
      <span
        aria-hidden="true"
        className={`size-6 rounded-control max-lg:size-4 border border-line ${color}`}
      />
      {children}
    </li>
  )
}
