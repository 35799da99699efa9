import { v5 } from 'uuid'
import type { FreshId } from '#db/ids.ts'
import { asId } from '#domain/shared/ids.ts'

const DEMO = 'f3a1c1de-6f5b-4c62-9a0e-4d5b6b7a2c10'

/** The id of a thing of the demo, always the same: putting it in twice is putting it in once. */
export function demoId(name: string): FreshId {
  return asId(v5(name, DEMO))
}
