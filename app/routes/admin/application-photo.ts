import { adminIn } from '#app/request/contexts.ts'
import { answerPrivateImage } from '#app/responses/private-image.ts'
import type { ApplicationId, ImageId } from '#db/ids.ts'
import { hasApplicationPhoto } from '#domain/accounts/closets/application-photos.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/application-photo.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, admin } = adminIn(context)
  const applicationId = parseId<ApplicationId>(params.id)
  const imageId = parseId<ImageId>(params.image)
  const isShown =
    applicationId && imageId && (await hasApplicationPhoto(db, admin, { applicationId, imageId }))
  return await answerPrivateImage(context, request, isShown ? imageId : null)
}
