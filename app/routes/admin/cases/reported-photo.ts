import { adminIn } from '#app/request/contexts.ts'
import { answerPrivateImage } from '#app/responses/private-image.ts'
import type { ImageId, MessageId } from '#db/ids.ts'
import { mayReadReportedPhoto } from '#domain/care/messages/message-photos.ts'
import type { ReadingReason } from '#domain/care/messages/reported-conversation.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/reported-photo.ts'

/** A photo of a reported conversation, for an admin who has just read a page of it. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, clock, admin } = adminIn(context)
  const reading = parseId<ReadingReason>(params.id)
  const messageId = parseId<MessageId>(params.message)
  const imageId = parseId<ImageId>(params.image)
  const isShown =
    reading &&
    messageId &&
    imageId &&
    (await mayReadReportedPhoto(db, admin, { reading, messageId, imageId }, clock()))
  return await answerPrivateImage(context, request, isShown ? imageId : null)
}
