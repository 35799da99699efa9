import type { ImageUse } from '#db/enums.ts'

/**
 * Uses whose images only some people may see. Their files are where the public address of images
 * does not look, and each is answered at an address of what shows it, which checks the person.
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
