import type { ReactNode } from 'react'
import { HomeSectionView } from '#app/components/home/home-sections.tsx'
import type { HomeSection as SectionView } from '#app/components/home/section-types.ts'
import { Badge } from '#app/ui/badge.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EyeIcon, EyeOffIcon, PencilIcon } from '#app/ui/icons.tsx'
import type { DraftSection } from '#domain/home-page/home-draft.ts'
import { DownIcon, PlusIcon, TrashIcon, UpIcon } from './editor-icons.tsx'
import { sectionNames } from './section-names.ts'

type EditedSectionProps = {
  section: DraftSection
  /** Missing where visitors would see nothing, or until its preview has come. */
  view: SectionView | undefined
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
  onShowOrHide: () => void
  /** Null while the page is full. */
  onInsert: (() => void) | null
  onEdit: () => void
  onDelete: () => void
}

/** A section as visitors see it, under the buttons that change it. */
export function EditedSection({ section, view, ...does }: EditedSectionProps) {
  const { type, title, isVisible } = section
  const name = title ? `${sectionNames[type]}: ${title}` : sectionNames[type]
  return (
    <li id={`section-${section.id}`} tabIndex={-1} aria-label={name} className="outline-none">
      <div className="page-column mb-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-y border-line bg-sheet py-1.5 pl-3">
          <p className="text-sm font-medium">{sectionNames[type]}</p>
          {!isVisible && <Badge>Hidden</Badge>}
          <div className="ml-auto flex flex-wrap">
            {does.onInsert && (
              <Tool label={`Add a section above ${name}`} onClick={does.onInsert}>
                <PlusIcon />
              </Tool>
            )}
            <Tool label={`Move up ${name}`} off={does.isFirst} onClick={() => does.onMove(-1)}>
              <UpIcon />
            </Tool>
            <Tool label={`Move down ${name}`} off={does.isLast} onClick={() => does.onMove(1)}>
              <DownIcon />
            </Tool>
            <Tool label={`${isVisible ? 'Hide' : 'Show'} ${name}`} onClick={does.onShowOrHide}>
              {isVisible ? <EyeIcon /> : <EyeOffIcon />}
            </Tool>
            <Tool label={`Edit ${name}`} onClick={does.onEdit}>
              <PencilIcon />
            </Tool>
            <Tool label={`Delete ${name}`} onClick={does.onDelete}>
              <TrashIcon />
            </Tool>
          </div>
        </div>
      </div>
      {view ? (
        <div inert className={classNames(!isVisible && 'opacity-45')}>
          <HomeSectionView section={view} />
        </div>
      ) : (
        <p className="page-column text-soft">{NOTHING[type] ?? 'Nothing to show yet.'}</p>
      )}
    </li>
  )
}

const NOTHING: Partial<Record<DraftSection['type'], string>> = {
  brands: 'No active brands. Visitors do not see this section.',
  stats: 'No counters selected. Visitors do not see this section.',
}

function Tool({
  label,
  off = false,
  onClick,
  children,
}: {
  label: string
  /** Does nothing, but keeps the focus. */
  off?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={off || undefined}
      className="grid size-11 place-items-center rounded-control hover:bg-sand aria-disabled:text-edge"
      onClick={() => !off && onClick()}
    >
      {children}
    </button>
  )
}
