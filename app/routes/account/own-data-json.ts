import { href } from 'react-router'
import { uploadedPhoto } from '#app/components/images/upload-photo.ts'
import { rentalPhotos } from '#app/components/rental/rental-photos.ts'
import { appContext, signedInContext } from '#app/request/contexts.ts'
import { countExport } from '#app/request/too-many.ts'
import { ownData } from '#domain/accounts/people/own-data.ts'
import type { Route } from './+types/own-data-json.ts'

/** All data about the signed-in person, as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const person = context.get(signedInContext)
  await countExport(app, person.id)
  const everything = await ownData(app.db, person, app.clock())
  const file = withPhotos(everything, app.originOf(request))
  return new Response(`${JSON.stringify(file, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="hemline-my-data.json"',
      'Cache-Control': 'private, no-store',
    },
  })
}

/** With the addresses of private photos, where the person sees them while signed in. */
function withPhotos(everything: Awaited<ReturnType<typeof ownData>>, origin: string) {
  const whole = (paths: readonly string[]) => paths.map((path) => `${origin}${path}`)
  const ofRental = <Row extends { rental_id: string; image_ids: readonly string[] }>(row: Row) => ({
    ...row,
    photos: whole(rentalPhotos(row.rental_id, row.image_ids)),
  })
  return {
    ...everything,
    conditionReports: everything.conditionReports.map(ofRental),
    appeals: everything.appeals.map((row) => ({
      ...ofRental(row),
      answer_photos: whole(rentalPhotos(row.rental_id, row.answer_image_ids)),
    })),
    returnRequests: everything.returnRequests.map(ofRental),
    messages: everything.messages.map((row) => ({
      ...row,
      photos: row.withdrawn_at || row.removed_at ? [] : whole(photosOf(row)),
    })),
    supportRequests: everything.supportRequests.map((row) => ({
      ...row,
      photos: whole(supportPhotosOf(row)),
    })),
    applications: everything.applications.map((row) => ({
      ...row,
      outfit_photos: whole(row.outfit_images.map((id) => uploadedPhoto(id).url)),
    })),
  }
}

function supportPhotosOf(row: { id: string; request_id: string; image_ids: readonly string[] }) {
  const { id: message, request_id: id } = row
  return row.image_ids.map((image) =>
    href('/help/requests/:id/photos/:message/:image', { id, message, image }),
  )
}

function photosOf(row: { id: string; conversation_id: string; image_ids: readonly string[] }) {
  const { id: message, conversation_id: id } = row
  return row.image_ids.map((image) =>
    href('/messages/:id/photos/:message/:image', { id, message, image }),
  )
}
