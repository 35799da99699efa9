import { appContext, signedInContext } from '#app/request/contexts.ts'
import { answerPrivateImage } from '#app/responses/private-image.ts'
import type { ImageId, SupportMessageId, SupportRequestId } from '#db/ids.ts'
import { mayReadSupportPhoto } from '#domain/care/support/support-queries.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/support-photo.ts'

/** A photo of a support request, for its person and admins. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  const person = context.get(signedInContext)
  const requestId = parseId<SupportRequestId>(params.id)
  const messageId = parseId<SupportMessageId>(params.message)
  const imageId = parseId<ImageId>(params.image)
  const isShown =
    requestId &&
    messageId &&
    imageId &&
    (await mayReadSupportPhoto(db, person, { requestId, messageId, imageId }))
  return await answerPrivateImage(context, request, isShown ? imageId : null)
}
