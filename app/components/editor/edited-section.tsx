import { HomeSectionView } from '#app/components/home/home-sections.tsx'
import type { HomeSection as SectionView } from '#app/components/home/section-types.ts'
import { Badge } from '#app/ui/badge.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EyeIcon, EyeOffIcon } from '#app/ui/fields/field-icons.tsx'
import { PencilIcon } from '#app/ui/icons.tsx'
import type { DraftSection } from '#domain/site/home/home-draft.ts'
import { sectionRecords } from '#domain/site/home/section-records.ts'
import { DownIcon, PlusIcon, TrashIcon, UpIcon } from './editor-icons.tsx'
import { nameOf } from './section-names.ts'
import { ToolButton } from './tool-button.tsx'

type EditedSectionProps = {
  section: DraftSection
  /** Missing when visitors would see nothing, or until its preview is loaded. */
  view: SectionView | undefined
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
  onShowOrHide: () => void
  /** Null while the page has the maximum number of sections. */
  onInsert: (() => void) | null
  onEdit: () => void
  onDelete: () => void
}

export function EditedSection({ section, view, ...does }: EditedSectionProps) {
  const { type, isVisible } = section
  const name = nameOf(section)
  const tools = [
    {
      id: 'up',
      label: 'Move up',
      icon: <UpIcon />,
      off: does.isFirst,
      onClick: () => does.onMove(-1),
    },
    {
      id: 'down',
      label: 'Move down',
      icon: <DownIcon />,
      off: does.isLast,
      onClick: () => does.onMove(1),
    },
    {
      id: 'show',
      label: isVisible ? 'Hide' : 'Show',
      icon: isVisible ? <EyeIcon /> : <EyeOffIcon />,
      onClick: does.onShowOrHide,
    },
    { id: 'edit', label: 'Edit', icon: <PencilIcon />, onClick: does.onEdit },
    { id: 'delete', label: 'Delete', icon: <TrashIcon />, onClick: does.onDelete },
  ]
  return (
    <li
      id={`section-${section.id}`}
      tabIndex={-1}
      aria-label={name}
      className="scroll-mt-28 outline-none"
    >
      <div className="page-column mb-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-y border-line bg-sheet py-1.5 pl-3">
          <p className="text-sm font-medium">{sectionRecords[type].name}</p>
          {!isVisible && <Badge>Hidden</Badge>}
          <div className="ml-auto flex flex-wrap">
            {does.onInsert && (
              <ToolButton label={`Add a section above ${name}`} onClick={does.onInsert}>
                <PlusIcon />
              </ToolButton>
            )}
            {tools.map(({ id, label, icon, ...button }) => (
              <ToolButton key={id} label={`${label} ${name}`} {...button}>
                {icon}
              </ToolButton>
            ))}
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
