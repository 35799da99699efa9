import { useRef } from 'react'
import { buttonStyle } from '#app/ui/button-style.ts'
import { type SectionType, sectionTypes } from '#db/enums.ts'
import { MOST_SECTIONS } from '#domain/home-page/home-draft.ts'
import { sectionNames } from './section-names.ts'

/** The menu of the seven types, at the end of the page. */
export function AddSection({
  count,
  onAdd,
}: {
  count: number
  onAdd: (type: SectionType) => void
}) {
  const menu = useRef<HTMLDetailsElement>(null)
  if (count >= MOST_SECTIONS) {
    return (
      <p className="page-column py-16 text-center text-soft">
        The page has its {MOST_SECTIONS} sections.
      </p>
    )
  }
  return (
    <div className="page-column flex justify-center py-16">
      <details
        ref={menu}
        // What floats over the page on a phone gives way to it.
        data-adds
        className="w-full max-w-xs"
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !menu.current?.open) return
          menu.current.open = false
          menu.current.querySelector('summary')?.focus()
        }}
      >
        <summary className={buttonStyle({ kind: 'secondary', wide: true })}>Add Section</summary>
        <ul className="mt-2 rounded-control border border-line bg-sheet py-2">
          {sectionTypes.map((type) => (
            <li key={type}>
              <button
                type="button"
                className="min-h-11 w-full px-5 text-left hover:bg-sand"
                onClick={() => {
                  if (menu.current) menu.current.open = false
                  onAdd(type)
                }}
              >
                {sectionNames[type]}
              </button>
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
