import * as z from 'zod'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import {
  carouselItems,
  type HomeDraft,
  LONGEST_LINE,
  LONGEST_TEXT,
  MOST_SECTIONS,
} from './home-draft.ts'
import { isSectionLink } from './section-link.ts'

// PostgreSQL's text holds no NUL, and its JSON no half of a surrogate pair.
const clean = z.string().overwrite((text) => text.replaceAll('\0', '').toWellFormed().trim())
const line = clean.max(LONGEST_LINE)
const words = clean.max(LONGEST_TEXT)
const link = line.refine(isSectionLink)

const id = z.string().min(1).max(64)
const common = { id, title: line, subtitle: line, isVisible: z.boolean() }

const section = z.discriminatedUnion('type', [
  z.object({
    ...common,
    type: z.literal('hero'),
    content: z.object({
      description: words,
      button_text: line,
      button_link: link,
      image_id: z.uuid().nullable(),
    }),
  }),
  z.object({ ...common, type: z.literal('subtitle'), content: z.object({}) }),
  z.object({
    ...common,
    type: z.literal('stats'),
    content: z.object({
      show_brands: z.boolean(),
      show_customers: z.boolean(),
      show_items: z.boolean(),
      show_items_rented: z.boolean(),
    }),
  }),
  z.object({
    ...common,
    type: z.literal('carousel'),
    content: z.object({
      filter_type: z.enum(['latest', 'brand', 'occasion', 'style']),
      filter_value: line.min(1),
      limit: z.int().min(carouselItems.least).max(carouselItems.most),
    }),
  }),
  z.object({ ...common, type: z.literal('brands'), content: z.object({}) }),
  z.object({ ...common, type: z.literal('text'), content: z.object({ text: words }) }),
  z.object({
    ...common,
    type: z.literal('cta'),
    content: z.object({ button_text: line, button_link: link }),
  }),
])

const draft = z.object({
  version: z.int(),
  sections: z
    .array(section)
    .max(MOST_SECTIONS)
    .refine((all) => new Set(all.map((one) => one.id)).size === all.length),
})

/** Where a draft cannot be read: the place of the section from 0, null for the page as a whole. */
export type UnreadableDraft = { readonly section: number | null; readonly field: string }

/** A draft as its editor sends it, in JSON; every key is checked, unknown ones are dropped. */
export function readDraft(json: string): Outcome<HomeDraft, UnreadableDraft> {
  const read = draft.safeParse(parseJson(json))
  if (read.success) return done(read.data)
  const path = read.error.issues[0]?.path ?? []
  const place = path[0] === 'sections' && typeof path[1] === 'number' ? path[1] : null
  return refused({ section: place, field: String(path.at(-1) ?? '') })
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
