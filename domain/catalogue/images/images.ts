import { createHash } from 'node:crypto'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import { type Db, type DbOrTx, type Tx, violatedConstraint } from '#db/connection.ts'
import type { ImageUse } from '#db/enums.ts'
import type { ImageId, PersonId } from '#db/ids.ts'
import type { DB } from '#db/types.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { ImageWidth } from '#domain/shared/image-address.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { ImageStore, StoredImage } from '#gateways/images/image-store.ts'
import { reencode, type UnreadableImage } from '#gateways/images/reencode.ts'
import {
  privateFolder,
  putOriginal,
  readImage,
  readPreview,
  removeImage,
} from '#gateways/images/renditions.ts'
import { readWithLimit } from './file-bytes.ts'
import { imageShapes, MAX_FILE_BYTES } from './image-shapes.ts'
import { isPrivateUse } from './private-uses.ts'

/** The person has as many images that nothing shows, or that wait in imports, as one can have. */
type NoRoom = { readonly reason: 'no-room' }

export type ImageProblem = UnreadableImage | { readonly reason: 'too-large' } | NoRoom

/**
 * Stores an uploaded file (spec 17.1): counts its bytes while reading, and converts it to an image
 * in the shape of its use. Until a form with its id is saved, the image is not attached, and it is
 * deleted after a day.
 */
export async function storeImage(
  db: Db,
  store: ImageStore,
  who: Person,
  file: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  use: ImageUse,
  now: Date,
  { isCropped = false, isOfImport = false }: Origin = {},
): Promise<Outcome<ImageId, ImageProblem>> {
  const bytes = await readWithLimit(file, MAX_FILE_BYTES)
  if (!bytes) return refused({ reason: 'too-large' })
  const picture = await reencode(bytes, imageShapes[use], isCropped)
  if (!picture.ok) return picture
  return await insertImage(
    db,
    store,
    {
      id: newId(),
      owner_id: who.id,
      use,
      width: picture.value.width,
      height: picture.value.height,
      bytes: picture.value.bytes.byteLength,
      created_at: now,
      is_private: isPrivateUse(use),
      of_import: isOfImport,
      // For listing imports, whose files can name photos of items that were uploaded before.
      source_hash: use === 'item' ? createHash('sha256').update(bytes).digest('hex') : null,
    },
    picture.value.bytes,
  )
}

type Origin = {
  /** The page has cut it out of a photo. */
  readonly isCropped?: boolean
  /** It waits in a listing import. */
  readonly isOfImport?: boolean
}

/** The constraints on what one account stores. */
const BOUNDS = /^(owner_has|closet_keeps)_at_most_/

/** Writes the row first: a file without a row would never be deleted. */
async function insertImage(
  db: Db,
  store: ImageStore,
  row: Insertable<DB['images']> & { readonly id: ImageId },
  file: Uint8Array,
): Promise<Outcome<ImageId, NoRoom>> {
  try {
    await db.insertInto('images').values(row).execute()
  } catch (error) {
    if (!BOUNDS.test(violatedConstraint(error) ?? '')) throw error
    return refused({ reason: 'no-room' })
  }
  const folder = row.is_private ? privateFolder(row.id) : row.id
  try {
    await putOriginal(store, folder, file)
  } catch (error) {
    await removeUnstored(db, store, folder, row.id).catch(() => {
      // `sweepImages` removes it.
    })
    throw error
  }
  return done(row.id)
}

/** Removes an image whose file was not stored, or only a part of it. */
async function removeUnstored(db: Db, store: ImageStore, folder: string, id: ImageId) {
  await removeImage(store, folder)
  await db.deleteFrom('images').where('id', '=', id).execute()
}

/**
 * Stores copies of public images as if they were uploaded again, and returns the id of each copy.
 * Images whose file is gone are left out. The caller has checked that the person may show them.
 * When there is no room for all, those made so far are deleted after a day.
 */
export async function copyImages(
  db: Db,
  store: ImageStore,
  who: Person,
  ids: readonly ImageId[],
  now: Date,
): Promise<Outcome<ReadonlyMap<ImageId, ImageId>, NoRoom>> {
  const copies = new Map<ImageId, ImageId>()
  for (const original of ids) {
    const file = await readImage(store, original, null)
    const image = await db
      .selectFrom('images')
      .select(['use', 'width', 'height', 'bytes'])
      .where('id', '=', original)
      .where('is_private', '=', false)
      .executeTakeFirst()
    if (!file || !image) continue
    const id: ImageId = newId()
    const row = { id, owner_id: who.id, ...image, created_at: now }
    const copy = await insertImage(db, store, { ...row, is_private: false }, file.bytes)
    if (!copy.ok) return copy
    copies.set(original, copy.value)
  }
  return done(copies)
}

/**
 * Part of a command that saves a form with images: attaches them. People can attach only their own
 * unattached images; admins can attach anyone's. When one is refused, the command must roll back,
 * since the others are attached already.
 */
export async function attachImages(
  tx: Tx,
  who: Person,
  ids: readonly ImageId[],
  use: ImageUse,
  now: Date,
): Promise<Outcome<void, { readonly reason: 'image-unknown' }>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return done(undefined)
  const attached = await tx
    .updateTable('images')
    .set({ attached_at: now })
    .where('id', 'in', wanted)
    .where('use', '=', use)
    .where('attached_at', 'is', null)
    .where('removed_at', 'is', null)
    .$if(who.accountType !== 'admin', (query) => query.where('owner_id', '=', who.id))
    .returning('id')
    .execute()
  return attached.length === wanted.length ? done(undefined) : refused({ reason: 'image-unknown' })
}

/** Part of a command after which nothing shows the image: releases it, to be deleted later. */
export async function releaseImage(tx: Tx, id: ImageId): Promise<void> {
  await tx.updateTable('images').set({ attached_at: null }).where('id', '=', id).execute()
}

/** Releases an image of a listing import, so that an item can attach it. */
export async function releaseFromImport(tx: Tx, id: ImageId): Promise<void> {
  await tx
    .updateTable('images')
    .set({ attached_at: null, of_import: false })
    .where('id', '=', id)
    .execute()
}

/** Releases all images whose ids a query finds. */
export async function releaseImages(tx: Tx, ids: RawBuilder<unknown>): Promise<void> {
  await tx
    .updateTable('images')
    .set({ attached_at: null })
    .where(sql<boolean>`id in (${ids})`)
    .execute()
}

/** Part of closing an account: images that nothing shows any more are deleted later. */
export async function releaseImagesOf(tx: Tx, ownerId: PersonId, use: ImageUse): Promise<void> {
  await tx
    .updateTable('images')
    .set({ attached_at: null })
    .where('owner_id', '=', ownerId)
    .where('use', '=', use)
    .execute()
}

/**
 * The file of a public image in a width, or in full when `width` is null. Null when there is none,
 * and for private images. Reads only the store, since pages show dozens of images.
 */
export async function findImageFile(
  store: ImageStore,
  id: ImageId,
  width: ImageWidth | null,
): Promise<StoredImage | null> {
  return readImage(store, id, width)
}

/** The picture of a public image beside a link on other sites. */
export async function findImagePreview(
  store: ImageStore,
  id: ImageId,
): Promise<StoredImage | null> {
  return readPreview(store, id)
}

/** Whether something shows the image: 'unattached' before a form with it is saved. */
export async function imageState(
  db: DbOrTx,
  id: ImageId,
): Promise<'shown' | 'unattached' | 'unknown'> {
  const image = await db
    .selectFrom('images')
    .select('attached_at')
    .where('id', '=', id)
    .where('is_private', '=', false)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!image) return 'unknown'
  return image.attached_at === null ? 'unattached' : 'shown'
}

/** Like `findImageFile`, for a private or unattached image. The caller has checked that the person may see it. */
export async function findPrivateFile(
  store: ImageStore,
  id: ImageId,
  width: ImageWidth | null,
): Promise<StoredImage | null> {
  // An image for a public use that nothing shows yet is among the public files.
  return (await readImage(store, privateFolder(id), width)) ?? (await readImage(store, id, width))
}

/**
 * Whether an image is the person's own upload that no saved form refers to yet, or a photo of their
 * application, which they cannot see anywhere else.
 */
export async function isOwnUpload(db: DbOrTx, person: Person, id: ImageId): Promise<boolean> {
  const found = await db
    .selectFrom('images')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', person.id)
    .where((where) => where.or([where('attached_at', 'is', null), where('use', '=', 'outfit')]))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}
