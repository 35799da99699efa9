import { v5 } from 'uuid'
import type { FreshId } from '#db/ids.ts'
import { asId } from '#domain/shared/ids.ts'

const DEMO = 'f3a1c1de-6f5b-4c62-9a0e-4d5b6b7a2c10'

/** A fixed id for a demo row, so that seeding it twice adds it once. */
export function demoId(name: string): FreshId {
  return asId(v5(name, DEMO))
}
