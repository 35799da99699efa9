import { useRef } from 'react'
import { buttonStyle } from '#app/ui/button-style.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { type SectionType, sectionTypes } from '#db/enums.ts'
import { MAX_SECTIONS } from '#domain/site/home/section-limits.ts'
import { sectionRecords } from '#domain/site/home/section-records.ts'

export function AddSection({
  count,
  onAdd,
}: {
  count: number
  onAdd: (type: SectionType) => void
}) {
  const menu = useRef<HTMLDetailsElement>(null)
  if (count >= MAX_SECTIONS) {
    return (
      <p className="page-column py-16 text-center text-soft">
        The page has the maximum of {MAX_SECTIONS} sections.
      </p>
    )
  }
  return (
    <div className="page-column flex justify-center py-16">
      <details
        ref={menu}
        className="w-full max-w-xs"
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !menu.current?.open) return
          menu.current.open = false
          menu.current.querySelector('summary')?.focus()
        }}
      >
        <summary className={buttonStyle({ kind: 'secondary', wide: true })}>Add Section</summary>
        <ul className="mt-2 rounded-control border border-line bg-sheet py-2">
          <Types
            onChoose={(type) => {
              if (menu.current) menu.current.open = false
              onAdd(type)
            }}
          />
        </ul>
      </details>
    </div>
  )
}

export function InsertDialog({
  onClose,
  onInsert,
}: {
  onClose: () => void
  onInsert: (type: SectionType) => void
}) {
  return (
    <Dialog title="Add a section above" open onClose={onClose} width="24rem">
      <ul className="mt-4 border-t border-line pt-2">
        <Types onChoose={onInsert} />
      </ul>
    </Dialog>
  )
}

function Types({ onChoose }: { onChoose: (type: SectionType) => void }) {
  return sectionTypes.map((type) => (
    <li key={type}>
      <button
        type="button"
        className="min-h-11 w-full px-5 text-left hover:bg-sand"
        onClick={() => onChoose(type)}
      >
        {sectionRecords[type].name}
      </button>
    </li>
  ))
}
