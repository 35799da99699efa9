import { openFolderStore } from './folder-store.ts'
import type { ImageStore } from './image-store.ts'
import { openS3Store, type S3Bucket } from './s3-store.ts'

export type ImageStoreSettings =
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Bucket)

export function createImageStore(settings: ImageStoreSettings): ImageStore {
  return settings.kind === 'folder' ? openFolderStore(settings.folder) : openS3Store(settings)
}
