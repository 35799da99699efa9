import * as z from 'zod'
import { carouselItems, LONGEST_TEXT, newContent, type SectionContent } from './home-draft.ts'
import { isSectionLink } from './section-link.ts'

// What `home_sections.content` holds, per type of section. A key that is missing or broken reads
// as its default, so that one bad value never costs a section, nor a section the page.

const words = z.string().trim().max(LONGEST_TEXT)
const link = z.string().refine(isSectionLink)
const { hero, stats, carousel, text, cta } = newContent

/** Content as stored; anything but an object reads as an empty one. */
export const anyContent = z.record(z.string(), z.unknown()).catch({})

export const sectionContent = {
  hero: z.object({
    description: words.catch(hero.description),
    button_text: words.catch(hero.button_text),
    button_link: link.catch(hero.button_link),
    image_id: z.uuid().nullable().catch(hero.image_id),
  }),
  subtitle: z.object({}),
  stats: z.object({
    show_brands: z.boolean().catch(stats.show_brands),
    show_customers: z.boolean().catch(stats.show_customers),
    show_items: z.boolean().catch(stats.show_items),
    show_items_rented: z.boolean().catch(stats.show_items_rented),
  }),
  carousel: z.object({
    filter_type: z.enum(['latest', 'brand', 'occasion', 'style']).catch(carousel.filter_type),
    filter_value: z.string().min(1).catch(carousel.filter_value),
    limit: z.coerce
      .number()
      .int()
      .min(carouselItems.least)
      .max(carouselItems.most)
      .catch(carousel.limit),
  }),
  brands: z.object({}),
  text: z.object({ text: words.catch(text.text) }),
  cta: z.object({
    button_text: words.catch(cta.button_text),
    button_link: link.catch(cta.button_link),
  }),
} satisfies { readonly [Type in keyof SectionContent]: z.ZodType<SectionContent[Type]> }
