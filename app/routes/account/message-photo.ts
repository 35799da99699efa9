import { appContext, signedInContext } from '#app/request/contexts.ts'
import { answerPrivateImage } from '#app/responses/private-image.ts'
import type { ConversationId, ImageId, MessageId } from '#db/ids.ts'
import { mayReadPhoto } from '#domain/care/messages/message-photos.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/message-photo.ts'

/** A photo of a message, for the two sides of its conversation. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  const person = context.get(signedInContext)
  const conversationId = parseId<ConversationId>(params.id)
  const messageId = parseId<MessageId>(params.message)
  const imageId = parseId<ImageId>(params.image)
  const isShown =
    conversationId &&
    messageId &&
    imageId &&
    (await mayReadPhoto(db, person, { conversationId, messageId, imageId }))
  return await answerPrivateImage(context, request, isShown ? imageId : null)
}
