import { appContext, signedInContext } from '#app/request/contexts.ts'
import { answerPrivateImage } from '#app/responses/private-image.ts'
import type { ImageId } from '#db/ids.ts'
import { isOwnUpload } from '#domain/catalogue/images/images.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/own-upload.ts'

/** A photo for the person who has uploaded it, until they submit the form that shows it. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  const id = parseId<ImageId>(params.id)
  const isOwn = id && (await isOwnUpload(db, context.get(signedInContext), id))
  return await answerPrivateImage(context, request, isOwn ? id : null)
}
