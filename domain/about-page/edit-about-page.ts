import { type Db, inTransactionOrBack, type Tx } from '#db/connection.ts'
import { attachImages, releaseImage } from '#domain/images/images.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { parseId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { type Founder, readFounders, writeFounders } from './founders.ts'

/** A block that is no more, or a picture that was swept or belongs to something else. */
export type AboutProblem = 'block-unknown' | 'image-unknown'

type Words = { readonly title: string; readonly text: string }

/** Gives a block its title and text; both stand checked for being there. */
export async function editAboutBlock(
  db: Db,
  admin: Admin,
  { id, title, text }: Words & { readonly id: string },
  now: Date,
): Promise<Outcome<void, AboutProblem>> {
  return inTransactionOrBack<Outcome<void, AboutProblem>>(db, (tx) =>
    rewrite(tx, admin, { id, title, content: text }, now),
  )
}

/** Gives the founders block its title, description and people, whose pictures stay from now on. */
export async function editFounders(
  db: Db,
  admin: Admin,
  edit: Words & { readonly id: string; readonly founders: readonly Founder[] },
  now: Date,
): Promise<Outcome<void, AboutProblem>> {
  return inTransactionOrBack<Outcome<void, AboutProblem>>(db, async (tx, back) => {
    const { id, title, text, founders } = edit
    const block = await lockBlock(tx, id)
    if (!block) return refused('block-unknown')
    const shownBefore = picturesOf(readFounders(block.content).founders)
    const shownAfter = picturesOf(founders)
    const added = [...shownAfter].filter((one) => !shownBefore.has(one))
    const attached = await attachImages(tx, admin, added, 'founder', now)
    if (!attached.ok) return back(attached)
    for (const one of shownBefore) if (!shownAfter.has(one)) await releaseImage(tx, one)
    return rewrite(tx, admin, { id, title, content: writeFounders(text, founders) }, now)
  })
}

/** Shows a block to visitors, or hides it from them; asking twice changes nothing. */
export async function showAboutBlock(
  db: Db,
  admin: Admin,
  { id, isActive }: { readonly id: string; readonly isActive: boolean },
  now: Date,
): Promise<Outcome<void, AboutProblem>> {
  return inTransactionOrBack<Outcome<void, AboutProblem>>(db, async (tx) => {
    const block = await lockBlock(tx, id)
    if (!block) return refused('block-unknown')
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
  { id, title, content }: { id: string; title: string; content: string },
  now: Date,
): Promise<Outcome<void, AboutProblem>> {
  const block = await lockBlock(tx, id)
  if (!block) return refused('block-unknown')
  await tx
    .updateTable('about_content')
    .set({ title, content, updated_at: now })
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

async function lockBlock(tx: Tx, id: string) {
  return tx
    .selectFrom('about_content')
    .select(['section', 'title', 'content', 'is_active'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

function picturesOf(founders: readonly Founder[]): Set<string> {
  return new Set(founders.flatMap(({ image }) => parseId(image?.replace('/images/', '')) ?? []))
}
