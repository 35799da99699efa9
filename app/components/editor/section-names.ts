import type { DraftSection } from '#domain/site/home/home-draft.ts'
import { sectionRecords } from '#domain/site/home/section-records.ts'

export function nameOf({ type, title }: Pick<DraftSection, 'type' | 'title'>): string {
  const { name } = sectionRecords[type]
  return title ? `${name}: ${title}` : name
}
