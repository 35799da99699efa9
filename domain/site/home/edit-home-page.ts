import * as z from 'zod'
import { type Db, type DbOrTx, inTransactionOrRollback, type Tx } from '#db/connection.ts'
import { sectionTypes } from '#db/enums.ts'
import type { ImageId, SectionId } from '#db/ids.ts'
import { attachImages, releaseImage } from '#domain/catalogue/images/images.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { newId, parseId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { type DraftSection, draftSection, type HomeDraft } from './home-draft.ts'
import { sectionChecks } from './section-checks.ts'
import { contentSchema, storedContent } from './section-content.ts'
import { MAX_SECTIONS } from './section-limits.ts'

export type SaveProblem =
  /** Someone else has saved since the draft was opened; `version` is the current one. */
  | { readonly reason: 'edit-conflict'; readonly version: number }
  /** An image of the draft was deleted as unused, or belongs to something else. */
  | { readonly reason: 'image-unknown' }

/** The whole page, hidden sections included, as a draft to start from. */
export async function homePageToEdit(db: DbOrTx): Promise<HomeDraft> {
  const { version } = await db.selectFrom('home_page').select('version').executeTakeFirstOrThrow()
  return { version, sections: await savedSections(db) }
}

/**
 * Saves the draft as the home page (spec 13.2): updates existing sections, adds those with
 * temporary ids and deletes the others, in the draft's order, all or nothing. A draft opened before
 * someone else's save is refused, and nothing is lost.
 */
export async function saveHomePage(
  db: Db,
  admin: Admin,
  draft: HomeDraft,
  now: Date,
): Promise<Outcome<void, SaveProblem>> {
  return inTransactionOrRollback<Outcome<void, SaveProblem>>(db, async (tx, rollBack) => {
    const page = await tx
      .selectFrom('home_page')
      .select('version')
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (page.version !== draft.version)
      return refused({ reason: 'edit-conflict', version: page.version })
    const before = await savedSections(tx)
    const sections = withLastingIds(draft.sections)
    const attached = await attachPictures(tx, admin, before, sections, now)
    if (!attached.ok) return rollBack(attached)
    await writeSections(tx, before, sections, now)
    await tx
      .updateTable('home_page')
      .set({ version: draft.version + 1 })
      .execute()
    const act = { action: 'edit', noun: 'home page', nounId: 'home', before, after: sections }
    await recordAction(tx, admin, act, now)
    return done(undefined)
  })
}

type SavedSection = DraftSection & { readonly id: SectionId }

async function writeSections(
  tx: Tx,
  before: readonly SavedSection[],
  sections: readonly SavedSection[],
  now: Date,
) {
  const stored = new Set(sections.map(({ id }) => id))
  const removed = before.map(({ id }) => id).filter((id) => !stored.has(id))
  if (removed.length > 0) {
    await tx.deleteFrom('home_sections').where('id', 'in', removed).execute()
  }
  if (sections.length === 0) return
  await tx
    .insertInto('home_sections')
    .values(
      sections.map((section, index) => ({
        id: section.id,
        section_type: section.type,
        order_index: index,
        title: section.title || null,
        subtitle: section.subtitle || null,
        content: JSON.stringify(section.content),
        is_visible: section.isVisible,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        section_type: ref('excluded.section_type'),
        order_index: ref('excluded.order_index'),
        title: ref('excluded.title'),
        subtitle: ref('excluded.subtitle'),
        content: ref('excluded.content'),
        is_visible: ref('excluded.is_visible'),
        updated_at: ref('excluded.updated_at'),
      })),
    )
    .execute()
}

/** Attaches new images, and releases those that no section shows any more. */
async function attachPictures(
  tx: Tx,
  admin: Admin,
  before: readonly DraftSection[],
  after: readonly DraftSection[],
  now: Date,
) {
  const shownBefore = picturesOf(before)
  const shownAfter = picturesOf(after)
  const added = [...shownAfter].filter((id) => !shownBefore.has(id))
  const attached = await attachImages(tx, admin, added, 'section', now)
  if (!attached.ok) return attached
  for (const id of shownBefore) if (!shownAfter.has(id)) await releaseImage(tx, id)
  return done(undefined)
}

function picturesOf(sections: readonly DraftSection[]): Set<ImageId> {
  return new Set(
    sections.flatMap(({ content }) =>
      'image_id' in content ? (parseId<ImageId>(content.image_id) ?? []) : [],
    ),
  )
}

function withLastingIds(sections: readonly DraftSection[]): SavedSection[] {
  return sections.map((section) => ({
    ...section,
    id: parseId<SectionId>(section.id) ?? newId(),
  }))
}

async function savedSections(db: DbOrTx): Promise<SavedSection[]> {
  const rows = await db
    .selectFrom('home_sections')
    .select(['id', 'section_type', 'title', 'subtitle', 'content', 'is_visible'])
    .orderBy('order_index')
    .orderBy('id')
    .execute()
  return rows.map(({ section_type: type, ...row }) => {
    const words = {
      id: row.id,
      title: row.title ?? '',
      subtitle: row.subtitle ?? '',
      isVisible: row.is_visible,
    }
    return { ...draftSection(words, type, storedContent(type, row.content)), id: row.id }
  })
}

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
type UnreadableDraft = {
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
