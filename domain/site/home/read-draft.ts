import * as z from 'zod'
import { sectionTypes } from '#db/enums.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { draftSection, type HomeDraft } from './home-draft.ts'
import { sectionChecks } from './section-checks.ts'
import { contentSchema } from './section-content.ts'
import { MAX_SECTIONS } from './section-limits.ts'

const section = z
  .object({
    id: z.string().min(1).max(64),
    title: sectionChecks.line,
    subtitle: sectionChecks.line,
    isVisible: z.boolean(),
    type: z.enum(sectionTypes),
    content: z.unknown(),
  })
  .transform(({ type, content, ...words }, context) => {
    const read = contentSchema(type).safeParse(content)
    if (read.success) return draftSection(words, type, read.data)
    for (const { path } of read.error.issues)
      context.addIssue({ code: 'custom', path: ['content', ...path] })
    return z.NEVER
  })

const draft = z.object({
  version: z.int(),
  sections: z
    .array(section)
    .max(MAX_SECTIONS)
    .refine((all) => new Set(all.map((one) => one.id)).size === all.length),
})

/** Where a draft is invalid: the index of the section, or null for the page as a whole. */
export type UnreadableDraft = {
  readonly reason: 'unreadable'
  readonly section: number | null
  readonly field: string
}

/**
 * A draft as its editor sends it, in JSON; every key is validated, and unknown ones are dropped.
 */
export function readDraft(json: string): Outcome<HomeDraft, UnreadableDraft> {
  const read = draft.safeParse(parseJson(json))
  if (read.success) return done(read.data)
  const path = read.error.issues[0]?.path ?? []
  const place = path[0] === 'sections' && typeof path[1] === 'number' ? path[1] : null
  return refused({ reason: 'unreadable', section: place, field: String(path.at(-1) ?? '') })
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
