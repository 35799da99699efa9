import { join } from 'node:path'
import type { ImageStoreSettings } from '#gateways/images/open-image-store.ts'
import { type Given, hasScheme } from './given.ts'

export function readImageStore(given: Given, dataDir: string, wrong: string[]): ImageStoreSettings {
  const bucket = given('S3_BUCKET')
  const endpoint = given('S3_ENDPOINT')
  const accessKeyId = given('S3_ACCESS_KEY_ID')
  const secretAccessKey = given('S3_SECRET_ACCESS_KEY')
  const region = given('S3_REGION')
  if ([bucket, endpoint, accessKeyId, secretAccessKey, region].every((value) => value === null)) {
    return { kind: 'folder', folder: join(dataDir, 'images') }
  }
  const needed = {
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  for (const [name, value] of Object.entries(needed)) {
    if (value === null) wrong.push(`${name} is missing: it is required to store images in S3.`)
  }
  if (endpoint !== null && !hasScheme(endpoint, ['http:', 'https:'])) {
    wrong.push('S3_ENDPOINT is not a URL (https://…).')
  }
  return {
    kind: 's3',
    bucket: bucket ?? '',
    region: region ?? 'us-east-1',
    endpoint,
    accessKeyId: accessKeyId ?? '',
    secretAccessKey: secretAccessKey ?? '',
  }
}
