import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageUse } from '#db/enums.ts'
import type { ImageId, PersonId } from '#db/ids.ts'
import { isPrivateUse } from '#domain/catalogue/images/private-uses.ts'
import { privateFolder, putOriginal, readSize } from '#gateways/images/renditions.ts'
import { addRows } from './add-rows.ts'
import type { DemoContext } from './demo-context.ts'
import { demoId } from './demo-id.ts'

export type DemoPicture = {
  /** The name of a file in demo/pictures, without its extension. */
  readonly picture: string
  readonly use: ImageUse
  readonly ownerId: PersonId
  /** A command attaches it; otherwise it counts as attached. */
  readonly isFree?: true
}

export type Pictured = Pick<DemoContext, 'db' | 'images'>

/**
 * Stores the finished pictures unchanged and returns their ids. An id depends on the content, since
 * browsers cache an image forever, including one of an earlier demo at the same address.
 */
export async function storePictures(
  { db, images }: Pictured,
  folder: string,
  pictures: readonly DemoPicture[],
  now: Date,
): Promise<ImageId[]> {
  const rows = await Promise.all(
    pictures.map(async ({ picture, use, ownerId, isFree }) => {
      const file = await readFile(join(folder, `${picture}.webp`))
      const hash = createHash('sha256').update(file).digest('hex')
      const id = demoId(`${use} ${picture} ${hash} ${ownerId}`)
      const { width, height } = await readSize(file)
      const is_private = isPrivateUse(use)
      await putOriginal(images, is_private ? privateFolder(id) : id, file)
      const attached_at = isFree ? null : now
      const bytes = file.byteLength
      return { id, use, owner_id: ownerId, width, height, bytes, is_private, attached_at }
    }),
  )
  await addRows(
    db,
    'images',
    rows.map((row) => ({ ...row, created_at: now })),
  )
  return rows.map((row) => row.id)
}
