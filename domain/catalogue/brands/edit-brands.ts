import { sql } from 'kysely'
import {
  type Db,
  inTransaction,
  inTransactionOrRollback,
  type Tx,
  violatedConstraint,
} from '#db/connection.ts'
import type { BrandId, ImageId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { attachImages, releaseImage } from '#domain/catalogue/images/images.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { hasChanged } from '#domain/shared/version.ts'
import { brandVersion } from './brand-list.ts'
import { queueDeletion, removeBrand } from './brands.ts'

/** The fields of a partner brand (spec 12.4); empty texts are null. */
export type BrandDetails = {
  readonly name: string
  readonly description: string | null
  readonly dealDetails: string | null
  /** Id of a stored image. */
  readonly logoImageId: ImageId
}

export type BrandProblem =
  | NotFound
  | { readonly reason: 'logo-unknown' }
  /** There is a brand of this name already, ignoring case. */
  | { readonly reason: 'name-taken' }
  /** Someone else has saved it since this edit began. */
  | { readonly reason: 'edit-conflict' }

/** What was changed. */
type Named = { readonly name: string }

type NotFound = { readonly reason: 'brand-not-found' }

export async function addBrand(
  db: Db,
  admin: Admin,
  details: BrandDetails,
  now: Date,
): Promise<Outcome<{ readonly brandId: BrandId }, BrandProblem>> {
  type Answer = Outcome<{ readonly brandId: BrandId }, BrandProblem>
  return withoutDuplicateName(
    inTransactionOrRollback<Answer>(db, async (tx, rollBack) => {
      const logo = await attachImages(tx, admin, [details.logoImageId], 'logo', now)
      if (!logo.ok) return rollBack(refused({ reason: 'logo-unknown' }))
      const brandId: BrandId = newId()
      const row = columnsOf(details)
      await tx
        .insertInto('brands')
        .values({ id: brandId, ...row, created_at: now })
        .execute()
      const line = { action: 'add', noun: 'brand', nounId: brandId, after: row }
      await recordAction(tx, admin, line, now)
      return done({ brandId })
    }),
  )
}

export async function editBrand(
  db: Db,
  admin: Admin,
  {
    brandId,
    seen,
    ...details
  }: BrandDetails & {
    readonly brandId: BrandId
    /** The version that the edit began from. */
    readonly seen?: string | null
  },
  now: Date,
): Promise<Outcome<null, BrandProblem>> {
  return withoutDuplicateName(
    inTransactionOrRollback<Outcome<null, BrandProblem>>(db, async (tx, rollBack) => {
      const before = await lockBrand(tx, brandId)
      if (!before) return refused({ reason: 'brand-not-found' })
      const { deal_details: dealDetails, logo_image_id: logoImageId, ...stored } = before
      const version = brandVersion({ ...stored, dealDetails, logoImageId })
      if (hasChanged(seen, version, brandVersion(details)))
        return refused({ reason: 'edit-conflict' })
      const row = columnsOf(details)
      if (before.logo_image_id !== row.logo_image_id) {
        const logo = await attachImages(tx, admin, [row.logo_image_id], 'logo', now)
        if (!logo.ok) return rollBack(refused({ reason: 'logo-unknown' }))
        if (before.logo_image_id) await releaseImage(tx, before.logo_image_id)
      }
      await tx.updateTable('brands').set(row).where('id', '=', brandId).execute()
      if (before.name !== row.name) await enqueue(tx, 'index-brand', { brandId })
      const line = { action: 'edit', noun: 'brand', nounId: brandId, before, after: row }
      await recordAction(tx, admin, line, now)
      return done(null)
    }),
  )
}

async function withoutDuplicateName<Value>(
  saving: Promise<Outcome<Value, BrandProblem>>,
): Promise<Outcome<Value, BrandProblem>> {
  try {
    return await saving
  } catch (error) {
    if (violatedConstraint(error) === 'brand_is_listed_once')
      return refused({ reason: 'name-taken' })
    throw error
  }
}

/** An inactive brand is not shown as a partner; items still show its name. */
export async function setBrandActive(
  db: Db,
  admin: Admin,
  { brandId, active }: { readonly brandId: BrandId; readonly active: boolean },
  now: Date,
): Promise<Outcome<Named, NotFound>> {
  return inTransaction<Outcome<Named, NotFound>>(db, async (tx) => {
    const before = await lockBrand(tx, brandId)
    if (!before) return refused({ reason: 'brand-not-found' })
    if (before.is_active === active) return done({ name: before.name })
    await tx.updateTable('brands').set({ is_active: active }).where('id', '=', brandId).execute()
    await enqueue(tx, 'index-brand', { brandId })
    const action = active ? 'activate' : 'deactivate'
    const { name } = before
    const line = { noun: 'brand', nounId: brandId, before: { name }, after: { name } }
    await recordAction(tx, admin, { action, ...line }, now)
    return done({ name: before.name })
  })
}

/** With more items than this, a job changes them in batches. */
const MAX_ITEMS_AT_ONCE = 1000

/** Its items stay, without a brand. A brand with many disappears at once; a job updates them. */
export async function deleteBrand(
  db: Db,
  admin: Admin,
  brandId: BrandId,
  now: Date,
): Promise<Outcome<Named, NotFound>> {
  return inTransaction<Outcome<Named, NotFound>>(db, async (tx) => {
    const before = await lockBrand(tx, brandId)
    if (!before) return refused({ reason: 'brand-not-found' })
    if (await hasManyItems(tx, brandId)) await removeLater(tx, brandId)
    else await removeBrand(tx, brandId)
    const line = { action: 'delete', noun: 'brand', nounId: brandId, before }
    await recordAction(tx, admin, line, now)
    return done({ name: before.name })
  })
}

async function hasManyItems(tx: Tx, brandId: BrandId): Promise<boolean> {
  const counted = sql<number>`(select count(*)::int from (select from clothing_items
    where brand_id = ${brandId} limit ${sql.lit(MAX_ITEMS_AT_ONCE + 1)}) counted)`
  const { items } = await tx.selectNoFrom(counted.as('items')).executeTakeFirstOrThrow()
  return items > MAX_ITEMS_AT_ONCE
}

async function removeLater(tx: Tx, brandId: BrandId): Promise<void> {
  await tx
    .updateTable('brands')
    .set({ is_active: false, deletion_requested_at: sql<Date>`now()` })
    .where('id', '=', brandId)
    .execute()
  await queueDeletion(tx, brandId)
}

/** Does not find a brand that is being deleted. */
async function lockBrand(tx: Tx, brandId: BrandId) {
  return tx
    .selectFrom('brands')
    .select(['name', 'description', 'deal_details', 'logo_image_id', 'is_active'])
    .where('id', '=', brandId)
    .where('deletion_requested_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

function columnsOf({ name, description, dealDetails, logoImageId }: BrandDetails) {
  return { name, description, deal_details: dealDetails, logo_image_id: logoImageId }
}
