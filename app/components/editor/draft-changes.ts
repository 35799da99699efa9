import type { SectionType } from '#db/enums.ts'
import { type DraftSection, emptySection } from '#domain/site/home/home-draft.ts'

export type Sections = readonly DraftSection[]

export type DraftChange =
  | { readonly change: 'move'; readonly id: string; readonly by: -1 | 1 }
  | { readonly change: 'show-or-hide'; readonly id: string }
  | { readonly change: 'replace'; readonly section: DraftSection }
  | { readonly change: 'delete'; readonly id: string }
  /** At the end, or before another one. */
  | { readonly change: 'add'; readonly section: DraftSection; readonly before: string | null }
  | { readonly change: 'begin-from'; readonly sections: Sections }

/** The draft after a change; the same draft if nothing changes. */
export function changeDraft(sections: Sections, change: DraftChange): Sections {
  switch (change.change) {
    case 'move': {
      const from = sections.findIndex(({ id }) => id === change.id)
      const moved = sections[from]
      const other = sections[from + change.by]
      if (!moved || !other) return sections
      return sections.map((one) => (one === moved ? other : one === other ? moved : one))
    }
    case 'show-or-hide':
      return sections.map((one) =>
        one.id === change.id ? { ...one, isVisible: !one.isVisible } : one,
      )
    case 'replace':
      return sections.map((one) => (one.id === change.section.id ? change.section : one))
    case 'delete':
      return sections.filter(({ id }) => id !== change.id)
    case 'add':
      return sections.some(({ id }) => id === change.before)
        ? sections.flatMap((one) => (one.id === change.before ? [change.section, one] : [one]))
        : [...sections, change.section]
    case 'begin-from':
      return change.sections
  }
}

export function newSection(type: SectionType): DraftSection {
  return emptySection(`new-${crypto.randomUUID()}`, type)
}

export function isChanged(draft: Sections, saved: Sections): boolean {
  return JSON.stringify(draft) !== JSON.stringify(saved)
}
