import { imageSentences } from '#app/components/images/image-sentences.ts'
import { countAttempt } from '#app/request/limits.ts'
import type { Db } from '#db/connection.ts'
import type { ImageUse } from '#db/enums.ts'
import type { ImageId } from '#db/ids.ts'
import { confirmUpload } from '#domain/catalogue/images/confirm-upload.ts'
import { storeImage } from '#domain/catalogue/images/images.ts'
import type { Person } from '#domain/shared/actors.ts'
import { type Outcome, refused } from '#domain/shared/outcome.ts'
import { tooMany } from './answer-limits.ts'
import type { Call } from './endpoint.ts'
import type { ApiProblem } from './problem-kinds.ts'
import { answer, id } from './schema.ts'

/** A photo that is not attached to anything yet. */
export const upload = answer('Upload', { id })

/** Stores a photo, counted like every upload. */
export async function storePhoto(
  { app, who, now }: Pick<Call<Person, unknown>, 'app' | 'who' | 'now'>,
  bytes: Uint8Array<ArrayBuffer>,
  use: ImageUse,
): Promise<Outcome<ImageId, ApiProblem>> {
  const taken = await countAttempt(app, 'upload', who.id)
  if (!taken.ok) return refused(tooMany('upload', taken.problem.retryAfterSeconds))
  const stored = await storeImage(app.db, app.images, who, new Blob([bytes]).stream(), use, now)
  if (stored.ok) return stored
  const sentence = imageSentences[stored.problem.reason]
  if (stored.problem.reason === 'no-room')
    return refused({ reason: 'too-many-photos', detail: sentence })
  const errors = { body: sentence }
  return refused({ reason: 'invalid', errors })
}

/** Confirms the upload of a stored photo. */
export async function confirmed(
  db: Db,
  who: Person,
  imageId: ImageId,
): Promise<Outcome<ImageId, ApiProblem>> {
  const outcome = await confirmUpload(db, who, imageId)
  return outcome.ok ? outcome : refused({ reason: 'not-found' })
}
