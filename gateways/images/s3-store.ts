import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { ImageStore } from './image-store.ts'

export type S3Bucket = {
  readonly bucket: string
  readonly region: string
  /** Null for Amazon S3. */
  readonly endpoint: string | null
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Milliseconds. Requests to a storage that hangs fail after two attempts. */
const TIMEOUTS = { connectionTimeout: 3_000, requestTimeout: 15_000 }

/** Stores images in one bucket of any S3-compatible storage. */
export function openS3Store(bucket: S3Bucket, timeouts = TIMEOUTS): ImageStore {
  const client = new S3Client({
    region: bucket.region,
    credentials: { accessKeyId: bucket.accessKeyId, secretAccessKey: bucket.secretAccessKey },
    ...(bucket.endpoint ? { endpoint: bucket.endpoint, forcePathStyle: true } : {}),
    requestHandler: { ...timeouts, throwOnRequestTimeout: true },
    maxAttempts: 2,
    // By default the client wraps content in checksum frames, which other storages would store as
    // part of the content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const place = (key: string) => ({ Bucket: bucket.bucket, Key: key })
  return {
    async put(key, bytes, contentType) {
      await client.send(
        new PutObjectCommand({ ...place(key), Body: bytes, ContentType: contentType }),
      )
    },
    async get(key) {
      try {
        const found = await client.send(new GetObjectCommand(place(key)))
        if (!found.Body) return null
        const bytes = new Uint8Array(await found.Body.transformToByteArray())
        return { bytes, contentType: found.ContentType ?? 'application/octet-stream' }
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(place(key)))
    },
    close() {
      client.destroy()
    },
  }
}
