import { sql } from 'kysely'
import {
  type Db,
  type DbOrTx,
  inTransaction,
  inTransactionOrRollback,
  type Tx,
} from '#db/connection.ts'
import type { ImageId, PersonId } from '#db/ids.ts'
import { isReservedName } from '#domain/accounts/people/people.ts'
import { attachImages, releaseImage } from '#domain/catalogue/images/images.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { hasChanged, versionOf } from '#domain/shared/version.ts'
import { closetPageCleared } from './closet-emails.ts'

/** What a closet says about itself on its public page (spec 11.8); null where it says nothing. */
export type ClosetPage = {
  readonly shopName: string | null
  readonly about: string | null
  readonly imageId: ImageId | null
}

const EMPTY: ClosetPage = { shopName: null, about: null, imageId: null }

export async function readClosetPage(
  db: DbOrTx,
  owner: { readonly id: PersonId },
): Promise<ClosetPage & { readonly version: string }> {
  const page = await db
    .selectFrom('closet_pages')
    .select(['shop_name as shopName', 'about', 'image_id as imageId'])
    .where('closet_id', '=', owner.id)
    .executeTakeFirst()
  return { ...(page ?? EMPTY), version: closetPageVersion(page ?? EMPTY) }
}

/** The version of the fields that the form of the page changes. */
function closetPageVersion({ shopName, about, imageId }: ClosetPage): string {
  return versionOf({ shopName, about, imageId })
}

export type ClosetPageProblem =
  /** Somebody could take it for the shop itself. */
  | { readonly reason: 'name-reserved' }
  | { readonly reason: 'photo-unknown' }
  /** It was saved in another window since this edit began. */
  | { readonly reason: 'edit-conflict' }

/**
 * Saves the page, which everybody sees at once.
 * @param seen the version that the edit began from
 */
export async function editClosetPage(
  db: Db,
  owner: ClosetOwner,
  { seen, ...page }: ClosetPage & { readonly seen: string | null },
  now: Date,
): Promise<Outcome<null, ClosetPageProblem>> {
  if (page.shopName !== null && isReservedName(page.shopName))
    return refused({ reason: 'name-reserved' })
  return await inTransactionOrRollback<Outcome<null, ClosetPageProblem>>(
    db,
    async (tx, rollBack) => {
      const { version, ...before } = await lockPage(tx, owner)
      if (hasChanged(seen, version, closetPageVersion(page)))
        return refused({ reason: 'edit-conflict' })
      if (before.imageId !== page.imageId) {
        const photos = page.imageId ? [page.imageId] : []
        const attached = await attachImages(tx, owner, photos, 'closet', now)
        if (!attached.ok) return rollBack(refused({ reason: 'photo-unknown' }))
      }
      await writePage(tx, owner.id, { before, after: page }, now)
      const line = { action: 'edit page', noun: 'closet', nounId: owner.id, before, after: page }
      await recordAction(tx, owner, line, now)
      return done(null)
    },
  )
}

type Cleared = { readonly fullName: string }

/** An admin empties a page that breaks the terms; its closet gets an email with the reason. */
export async function clearClosetPage(
  db: Db,
  admin: Admin,
  { closetId, reason, origin }: { closetId: PersonId; reason: string; origin: string },
  now: Date,
): Promise<Outcome<Cleared, { readonly reason: 'nothing-to-clear' }>> {
  return await inTransaction<Outcome<Cleared, { readonly reason: 'nothing-to-clear' }>>(
    db,
    async (tx) => {
      const { version, ...before } = await lockPage(tx, { id: closetId })
      const closet = await tx
        .selectFrom('user_profiles')
        .select(['full_name as fullName', 'email'])
        .where('id', '=', closetId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (!closet || version === closetPageVersion(EMPTY))
        return refused({ reason: 'nothing-to-clear' })
      await writePage(tx, closetId, { before, after: EMPTY }, now)
      const line = { action: 'clear page', noun: 'closet', nounId: closetId, before }
      await recordAction(tx, admin, { ...line, after: { reason } }, now)
      const message = closetPageCleared({ fullName: closet.fullName, reason, origin })
      await notify(tx, { ...message, to: closet.email, recipientId: closetId }, now)
      return done({ fullName: closet.fullName })
    },
  )
}

/** Part of closing an account. */
export async function removeClosetPageOf(tx: Tx, closetId: PersonId): Promise<void> {
  const removed = await tx
    .deleteFrom('closet_pages')
    .where('closet_id', '=', closetId)
    .returning('image_id')
    .executeTakeFirst()
  if (removed?.image_id) await releaseImage(tx, removed.image_id)
}

/** The page, which nobody else changes until the end of the transaction. */
async function lockPage(tx: Tx, owner: { readonly id: PersonId }) {
  await sql`select from user_profiles where id = ${owner.id} for no key update`.execute(tx)
  return await readClosetPage(tx, owner)
}

async function writePage(
  tx: Tx,
  closetId: PersonId,
  { before, after }: { readonly before: ClosetPage; readonly after: ClosetPage },
  now: Date,
): Promise<void> {
  const values = {
    ...{ shop_name: after.shopName, about: after.about, image_id: after.imageId },
    updated_at: now,
  }
  await tx
    .insertInto('closet_pages')
    .values({ closet_id: closetId, ...values })
    .onConflict((conflict) => conflict.column('closet_id').doUpdateSet(values))
    .execute()
  if (before.imageId && before.imageId !== after.imageId) await releaseImage(tx, before.imageId)
}
