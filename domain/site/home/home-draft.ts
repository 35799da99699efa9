import type { SectionType } from '#db/enums.ts'
import { type SectionContent, sectionRecords } from './section-records.ts'

// The home page as its editor holds it. Pure: the browser uses it too.

type DraftWords = {
  /** The id of a saved section; a new one has a temporary id until it is saved. */
  readonly id: string
  readonly title: string
  readonly subtitle: string
  readonly isVisible: boolean
}

export type DraftSection<Type extends SectionType = SectionType> = {
  [T in Type]: DraftWords & { readonly type: T; readonly content: SectionContent[T] }
}[Type]

export type HomeDraft = {
  /** The version of the saved page that the draft started from. */
  readonly version: number
  readonly sections: readonly DraftSection[]
}

export function draftSection<Type extends SectionType>(
  { id, title, subtitle, isVisible }: DraftWords,
  type: Type,
  content: SectionContent[Type],
): DraftSection<Type> {
  return { id, title, subtitle, isVisible, type, content }
}

export function emptySection<Type extends SectionType>(id: string, type: Type): DraftSection<Type> {
  const words = { id, title: '', subtitle: '', isVisible: true }
  return draftSection(words, type, sectionRecords[type].empty)
}
