import { expect, inject } from 'vitest'
import type { World } from '#test/faults/world.ts'
import { integrityViolations } from '#test/postgres/database.ts'
import type { Acknowledged } from './client.ts'
import { countFound, countObligations, countPhotos } from './count-found.ts'
import type { MailServer } from './mail-server.ts'
import { allObligationsMet } from './obligations.ts'
import { type Result, report } from './results.ts'
import type { Shop } from './shop.ts'

export interface Round extends Result {
  readonly effects: readonly Acknowledged[]
  /** How many emails may arrive more than once, with the same Message-ID. */
  readonly maxRepeatedEmails?: number
}

/** The longest recovery allowed. On a machine that is not busy, the goal is five seconds. */
const MAX_RECOVERY_SECONDS = 30

/**
 * Ends a round of faults: waits until the shop has done what it owes, compares that with what it
 * has acknowledged, and adds the rows to the table of results.
 */
export async function verdict(
  {
    world,
    mail,
    shop,
  }: { readonly world: World; readonly mail: MailServer; readonly shop: Pick<Shop, 'app'> },
  { effects, maxRepeatedEmails = 0, ...result }: Round,
): Promise<void> {
  await allObligationsMet(world)
  const found = await countFound(world, effects)
  const photos = await countPhotos(world, shop, effects)
  const { emails, transfers } = await countObligations(world, effects, mail)
  const row = (more: Result) => report(inject('faultResults'), more)
  row({ ...result, ...found })
  row({ fault: '  emails so far', ...emails })
  if (transfers.acknowledged > 0) row({ fault: '  transfers', ...transfers })
  if (photos.acknowledged > 0) row({ fault: '  photos', ...photos })
  for (const count of [found, photos, emails, transfers]) expect(count).toMatchObject({ lost: 0 })
  expect([found.doubled, transfers.doubled]).toEqual([0, 0])
  expect(emails.doubled).toBeLessThanOrEqual(maxRepeatedEmails)
  expect(await integrityViolations(world.db)).toEqual([])
  expect(Math.max(0, ...(result.recoveries ?? []))).toBeLessThan(MAX_RECOVERY_SECONDS)
}
