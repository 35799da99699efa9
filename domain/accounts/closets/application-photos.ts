import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { ApplicationId, ImageId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'

/** Whether an application has this photo; only admins see it. */
export async function hasApplicationPhoto(
  db: Db,
  _admin: Admin,
  { applicationId, imageId }: { readonly applicationId: ApplicationId; readonly imageId: ImageId },
): Promise<boolean> {
  const found = await db
    .selectFrom('business_applications')
    .select('id')
    .where('id', '=', applicationId)
    .where(sql<boolean>`${imageId} = any(outfit_images)`)
    .executeTakeFirst()
  return found !== undefined
}
