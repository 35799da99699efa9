import * as z from 'zod'

// What `home_sections.content` holds, per type of section. A key that is missing or broken reads
// as its default, so that one bad value never costs a section, nor a section the page.

/** A path of this site or an https address. */
const link = z.string().regex(/^(\/(?![/\\])|https:\/\/[^\s/])\S*$/)
const words = z.string().trim().max(20_000)
const shown = z.boolean().catch(true)

const MOST_ITEMS = 20
const USUAL_ITEMS = 8

/** Content as stored; anything but an object reads as an empty one. */
export const anyContent = z.record(z.string(), z.unknown()).catch({})

export const sectionContent = {
  hero: z.object({
    description: words.catch(''),
    button_text: words.catch(''),
    button_link: link.catch('/'),
    image_id: z.uuid().nullable().catch(null),
  }),
  subtitle: z.object({}),
  stats: z.object({
    show_brands: shown,
    show_customers: shown,
    show_items: shown,
    show_items_rented: shown,
  }),
  carousel: z.object({
    filter_type: z.enum(['latest', 'brand', 'occasion', 'style']).catch('latest'),
    filter_value: z.string().min(1).catch('all'),
    limit: z.coerce.number().int().min(1).max(MOST_ITEMS).catch(USUAL_ITEMS),
  }),
  brands: z.object({}),
  text: z.object({ text: words.catch('') }),
  cta: z.object({ button_text: words.catch(''), button_link: link.catch('/about') }),
}
