import * as z from 'zod'
import { storable } from '#domain/shared/plain-text.ts'
import { MAX_LINE_LENGTH, MAX_TEXT_LENGTH } from './section-limits.ts'
import { isSectionLink } from './section-link.ts'

// PostgreSQL's text cannot contain NUL, nor its JSON half a surrogate pair.
const clean = z.string().overwrite((text) => storable(text).trim())
const line = clean.max(MAX_LINE_LENGTH)

/** The schemas for the content of a section. Server only; the browser knows only their types. */
export const sectionChecks = {
  content: <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape),
  line,
  text: clean.max(MAX_TEXT_LENGTH),
  /** An empty text becomes `usual`. */
  link: (usual: string) => line.overwrite((text) => text || usual).refine(isSectionLink),
  yesOrNo: z.boolean(),
  wholeNumber: z.int(),
  image: z.uuid().nullable(),
  oneOf: <const Words extends readonly string[]>(words: Words) => z.enum(words),
}

export type SectionChecks = typeof sectionChecks
