import type { ImageUse } from '#db/enums.ts'

/**
 * Uses whose images only some people may see. Their files are not found at the public address of
 * images. Each is served at an address of the page that shows it, which checks the viewer.
 */
export const privateUses = [
  'outfit',
  'handover',
  'appeal',
  'message',
  'return_request',
] as const satisfies readonly ImageUse[]

export function isPrivateUse(use: ImageUse): boolean {
  return privateUses.some((known) => known === use)
}
