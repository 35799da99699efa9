import { type Db, inTransactionOrRollback, type Tx } from '#db/connection.ts'
import type { BlockId, ImageId } from '#db/ids.ts'
import { attachImages, releaseImage } from '#domain/catalogue/images/images.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { parseId } from '#domain/shared/ids.ts'
import { imageNameIn } from '#domain/shared/image-address.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { type Founder, readFounders, writeFounders } from './founders.ts'

export type AboutProblem =
  | { readonly reason: 'block-unknown' }
  /** An image that was deleted as unused, or belongs to something else. */
  | { readonly reason: 'image-unknown' }
  /** Someone else has saved the block since this edit began. */
  | { readonly reason: 'edit-conflict' }

type Edit = {
  readonly id: BlockId
  /** The version that the edit began from. */
  readonly seen: string
  readonly title: string
  readonly text: string
}

/**
 * Saves a block's title and text; the caller has checked that both are filled in. Refused when
 * someone else has saved the block since version `seen`.
 */
export async function editAboutBlock(
  db: Db,
  admin: Admin,
  { text: content, ...edit }: Edit,
  now: Date,
): Promise<Outcome<void, AboutProblem>> {
  return inTransactionOrRollback<Outcome<void, AboutProblem>>(db, (tx) =>
    rewrite(tx, admin, { ...edit, content }, now),
  )
}

/** Saves the founders block's title, description and people, and attaches their images. */
export async function editFounders(
  db: Db,
  admin: Admin,
  { founders, text, ...edit }: Edit & { readonly founders: readonly Founder[] },
  now: Date,
): Promise<Outcome<void, AboutProblem>> {
  return inTransactionOrRollback<Outcome<void, AboutProblem>>(db, async (tx, rollBack) => {
    const block = await lockBlock(tx, edit.id)
    if (!block) return refused({ reason: 'block-unknown' })
    if (versionOf(block.updated_at) !== edit.seen) return refused({ reason: 'edit-conflict' })
    const shownBefore = picturesOf(readFounders(block.content).founders)
    const shownAfter = picturesOf(founders)
    const added = [...shownAfter].filter((one) => !shownBefore.has(one))
    const attached = await attachImages(tx, admin, added, 'founder', now)
    if (!attached.ok) return rollBack(attached)
    for (const one of shownBefore) if (!shownAfter.has(one)) await releaseImage(tx, one)
    return rewrite(tx, admin, { ...edit, content: writeFounders(text, founders) }, now)
  })
}

/** Shows a block to visitors, or hides it from them; repeating it changes nothing. */
export async function showAboutBlock(
  db: Db,
  admin: Admin,
  { id, isActive }: { readonly id: BlockId; readonly isActive: boolean },
  now: Date,
): Promise<Outcome<void, AboutProblem>> {
  return inTransactionOrRollback<Outcome<void, AboutProblem>>(db, async (tx) => {
    const block = await lockBlock(tx, id)
    if (!block) return refused({ reason: 'block-unknown' })
    if (block.is_active === isActive) return done(undefined)
    await tx
      .updateTable('about_content')
      .set({ is_active: isActive })
      .where('id', '=', id)
      .execute()
    const act = { action: isActive ? 'show' : 'hide', noun: 'about block', nounId: id }
    await recordAction(tx, admin, act, now)
    return done(undefined)
  })
}

async function rewrite(
  tx: Tx,
  admin: Admin,
  { id, seen, title, content }: Omit<Edit, 'text'> & { readonly content: string },
  now: Date,
): Promise<Outcome<void, AboutProblem>> {
  const block = await lockBlock(tx, id)
  if (!block) return refused({ reason: 'block-unknown' })
  if (versionOf(block.updated_at) !== seen) return refused({ reason: 'edit-conflict' })
  // Two saves at the same instant still need different versions.
  const isSameInstant = block.updated_at.getTime() === now.getTime()
  const updated_at = isSameInstant ? new Date(now.getTime() + 1) : now
  await tx
    .updateTable('about_content')
    .set({ title, content, updated_at })
    .where('id', '=', id)
    .execute()
  const act = {
    action: 'edit',
    noun: 'about block',
    nounId: id,
    before: { title: block.title, content: block.content },
    after: { title, content },
  }
  await recordAction(tx, admin, act, now)
  return done(undefined)
}

async function lockBlock(tx: Tx, id: BlockId) {
  return tx
    .selectFrom('about_content')
    .select(['section', 'title', 'content', 'is_active', 'updated_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

function picturesOf(founders: readonly Founder[]): Set<ImageId> {
  return new Set(
    founders.flatMap(({ image }) => parseId<ImageId>(image && imageNameIn(image)) ?? []),
  )
}

/** Showing or hiding a block does not change its version. */
export function versionOf(updatedAt: Date): string {
  return updatedAt.toISOString()
}
