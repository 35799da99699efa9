import { appContext, signedInContext } from '#app/request/contexts.ts'
import { answerPrivateImage } from '#app/responses/private-image.ts'
import type { ImageId, RentalId } from '#db/ids.ts'
import { mayReadRentalPhoto } from '#domain/booking/rentals/records/rental-photos.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/rental-photo.ts'

/** A photo of a condition report, an appeal or a return request, for both sides and admins. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  const person = context.get(signedInContext)
  const rentalId = parseId<RentalId>(params.id)
  const imageId = parseId<ImageId>(params.image)
  const isShown =
    rentalId && imageId && (await mayReadRentalPhoto(db, person, { rentalId, imageId }))
  return await answerPrivateImage(context, request, isShown ? imageId : null)
}
