import type { ImageUse } from '#db/enums.ts'
import { asAdmin, asClosetOwner, type Person } from '#domain/shared/actors.ts'

/**
 * Uses whose images only some people may see. Their files are not found at the public address of
 * images. Each is served at an address of the page that shows it, which checks the viewer.
 */
const privateUses = [
  'outfit',
  'handover',
  'appeal',
  'message',
  'return_request',
  'support',
] as const satisfies readonly ImageUse[]

/** Uses of forms that only admins have, and of those that only closets and admins have. */
const ADMIN_USES: readonly ImageUse[] = ['logo', 'founder', 'section']
const LISTER_USES: readonly ImageUse[] = ['item', 'closet']

/** Whether there is a form in which this person could save an image of this use. */
export function mayUpload(person: Person, use: ImageUse): boolean {
  if (ADMIN_USES.includes(use)) return asAdmin(person) !== null
  return !LISTER_USES.includes(use) || asAdmin(person) !== null || asClosetOwner(person) !== null
}

export function isPrivateUse(use: ImageUse): boolean {
  return privateUses.some((known) => known === use)
}
