import type { ImageId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { asId, newId } from '#domain/shared/ids.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import type { Site } from '#test/app.ts'

/** A photo as a script uploads it. */
export async function uploadPhoto(
  { post }: Site,
  as: Person,
  use: string,
): Promise<{ id: ImageId; url: string }> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(flatPng(400, 400))], 'a.png', { type: 'image/png' }))
  form.set('use', use)
  const answer = await post('/uploads', form, { as })
  if (answer.status !== 200) throw new Error(`not uploaded: ${answer.status} ${answer.html}`)
  const { id, url }: { id: string; url: string } = JSON.parse(answer.html)
  return { id: asId<ImageId>(id), url }
}

/** Sends a message that is one photo. */
export async function sendPhoto(site: Site, as: Person, conversation: string): Promise<ImageId> {
  const { id } = await uploadPhoto(site, as, 'message')
  const sent = await site.post(conversation, { photos: id, form_key: newId() }, { as })
  if (sent.status !== 302) throw new Error(`not sent: ${sent.status} ${sent.text('main')}`)
  return id
}
