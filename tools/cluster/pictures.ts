import type { ImageId } from '#db/ids.ts'
import { asId } from '#domain/shared/ids.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import type { RunningApp, World } from '#test/faults/world.ts'
import { untilTrue } from './cluster.ts'

export interface Pictures {
  /** Waits until pages with pictures are shown and uploads are refused with a message. */
  untilUnavailable(): Promise<void>
  /** Waits until uploads succeed and all uploaded photos are shown. */
  untilAvailable(): Promise<void>
}

const SENTENCE = 'Error uploading image. Please try again.'

/** Uploads photos of a closet. */
export async function openPictures(world: World, app: RunningApp): Promise<Pictures> {
  const closet = await world.make.closet()
  const { shop } = await app.visit(closet)
  const upload = async () => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(flatPng(300, 600))], 'a.png', { type: 'image/png' }))
    form.set('use', 'item')
    return shop.post('/uploads', form)
  }
  const photos: { readonly id: string; readonly url: string }[] = []
  const uploaded = async () => {
    const { status, html } = await upload()
    if (status !== 200) return false
    photos.push(JSON.parse(html))
    return true
  }
  await untilTrue('a photo can be uploaded', uploaded)
  const [{ id, url } = { id: '', url: '' }] = photos
  const item = await world.make.item({ closet, image_id: asId<ImageId>(id) })
  return {
    untilUnavailable: async () => {
      await untilTrue('a page with a picture is shown', async () => {
        const page = await shop.get(`/item/${item.id}`)
        return page.status === 200 && page.html.includes(url)
      })
      await untilTrue('an upload is refused with a sentence', async () => {
        const { status, html } = await upload()
        return status === 503 && JSON.parse(html).problem === SENTENCE
      })
    },
    untilAvailable: async () => {
      await untilTrue('photos can be uploaded again', uploaded)
      await untilTrue('all photos are shown', async () => {
        const pages = await Promise.all(photos.map((photo) => shop.get(photo.url)))
        return pages.every(({ status }) => status === 200)
      })
    },
  }
}
