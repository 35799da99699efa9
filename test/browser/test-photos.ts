import type { Db } from '#db/connection.ts'
import type { ImageId } from '#db/ids.ts'
import { asId } from '#domain/shared/ids.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import type { Before } from '#server/start/listen.ts'
import { MADE_PHOTO_BYTES } from '#test/make/make.ts'
import { serveAxe } from './axe.ts'

/** Serves a photo for the factories' photos, which have no file and would log errors. */
export function serveTestPhotos(db: Db): Before {
  const photo = flatPng(60, 120)
  return async (incoming, outgoing, next) => {
    const [, id] = /^\/images\/([\da-f-]{36})(\?|$)/.exec(incoming.url ?? '') ?? []
    const image =
      id &&
      (await db
        .selectFrom('images')
        .select('bytes')
        .where('id', '=', asId<ImageId>(id))
        .executeTakeFirst())
    if (!image || image.bytes !== MADE_PHOTO_BYTES) return serveAxe(incoming, outgoing, next)
    outgoing.setHeader('Content-Type', 'image/png')
    outgoing.end(photo)
  }
}
