import type { DraftSection } from '#domain/home-page/home-draft.ts'
import { sectionRecords } from '#domain/home-page/section-records.ts'

export function nameOf({ type, title }: Pick<DraftSection, 'type' | 'title'>): string {
  const { name } = sectionRecords[type]
  return title ? `${name}: ${title}` : name
}
