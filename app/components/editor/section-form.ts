import type { DraftSection } from '#domain/home-page/home-draft.ts'
import { carouselItems } from '#domain/home-page/section-limits.ts'
import { isSectionLink } from '#domain/home-page/section-link.ts'
import { carouselFilters } from '#domain/home-page/section-records.ts'

export type ReadSection =
  | { readonly ok: true; readonly section: DraftSection }
  | { readonly ok: false; readonly fields: Readonly<Record<string, string>> }

const NOT_A_LINK =
  'Please enter a path on this site, such as /styles, or an address that starts with https://.'

/** The section as its dialog's form says. */
export function readSectionForm(before: DraftSection, form: FormData): ReadSection {
  const text = (name: string) => {
    const values = form.getAll(name).filter((value) => typeof value === 'string')
    return values[0]?.trim() ?? ''
  }
  const isOn = (name: string) => form.has(name)
  const common = {
    id: before.id,
    isVisible: before.isVisible,
    title: text('title'),
    subtitle: text('subtitle'),
  }
  const link = text('button_link')
  if (form.has('button_link') && !isSectionLink(link))
    return { ok: false, fields: { button_link: NOT_A_LINK } }
  const limit = text('limit')
  const { least, most } = carouselItems
  if (
    form.has('limit') &&
    !(/^\d{1,2}$/.test(limit) && Number(limit) >= least && Number(limit) <= most)
  )
    return { ok: false, fields: { limit: `Please enter a whole number from ${least} to ${most}.` } }
  const made = (section: DraftSection): ReadSection => ({ ok: true, section })
  switch (before.type) {
    case 'hero': {
      const content = {
        description: text('description'),
        button_text: text('button_text'),
        button_link: link,
        image_id: isOn('no_image') ? null : text('image_id') || null,
      }
      return made({ ...common, type: 'hero', content })
    }
    case 'stats': {
      const content = {
        show_brands: isOn('show_brands'),
        show_customers: isOn('show_customers'),
        show_items: isOn('show_items'),
        show_items_rented: isOn('show_items_rented'),
      }
      return made({ ...common, type: 'stats', content })
    }
    case 'carousel': {
      const content = {
        filter_type: filterType(text('filter_type')),
        filter_value: text('filter_value') || 'all',
        limit: Number(limit),
      }
      return made({ ...common, type: 'carousel', content })
    }
    case 'text':
      return made({ ...common, type: 'text', content: { text: text('text') } })
    case 'cta': {
      const content = { button_text: text('button_text'), button_link: link }
      return made({ ...common, type: 'cta', content })
    }
    case 'subtitle':
      return made({ ...common, type: 'subtitle', content: {} })
    case 'brands':
      return made({ ...common, type: 'brands', content: {} })
  }
}

function filterType(text: string) {
  return carouselFilters.find((one) => one === text) ?? 'latest'
}
