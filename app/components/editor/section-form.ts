import type { SectionType } from '#db/enums.ts'
import { type DraftSection, draftSection } from '#domain/site/home/home-draft.ts'
import { carouselItems } from '#domain/site/home/section-limits.ts'
import { isSectionLink } from '#domain/site/home/section-link.ts'
import { sectionFields } from './section-fields.tsx'

export type ParsedSection<Type extends SectionType = SectionType> =
  | { readonly ok: true; readonly section: DraftSection<Type> }
  | { readonly ok: false; readonly fields: Readonly<Record<string, string>> }

const NOT_A_LINK =
  'Please enter a path on this site, such as /styles, or an address that starts with https://.'

export function readSectionForm<Type extends SectionType>(
  before: DraftSection<Type>,
  form: FormData,
): ParsedSection<Type> {
  const text = (name: string) => {
    const values = form.getAll(name).filter((value) => typeof value === 'string')
    return values[0]?.trim() ?? ''
  }
  const isOn = (name: string) => form.has(name)
  const words = {
    id: before.id,
    isVisible: before.isVisible,
    title: text('title'),
    subtitle: text('subtitle'),
  }
  const link = text('button_link')
  if (link && !isSectionLink(link)) return { ok: false, fields: { button_link: NOT_A_LINK } }
  const limit = text('limit')
  const { least, max } = carouselItems
  if (
    form.has('limit') &&
    !(/^\d{1,2}$/.test(limit) && Number(limit) >= least && Number(limit) <= max)
  )
    return { ok: false, fields: { limit: `Please enter a whole number from ${least} to ${max}.` } }
  const { read }: (typeof sectionFields)[Type] = sectionFields[before.type]
  return { ok: true, section: draftSection(words, before.type, read({ text, isOn })) }
}
