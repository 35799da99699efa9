import type { Days } from '#tools/orders/check/days.ts'
import type { Random } from '#tools/simulation/random.ts'
import { FIRST_DAY, type LentItem, type Scene, type Someone, withToken } from './scene.ts'
import { ask, noticeOf, type Sent, type Tally } from './sending.ts'

export interface Acting {
  readonly scene: Scene
  readonly me: Someone
  readonly random: Random
  readonly tally: Tally
}

export type Act = (acting: Acting) => Promise<void>

/** A form without an answer is sent as often, at most. */
export const TRIES = 4
const DAYS = 24

/** Days that others are likely to want too. */
export function someDays(random: Random): Days {
  const start = FIRST_DAY + random.between(0, DAYS)
  return { start, end: start + random.between(2, 9) }
}

export function itemOf(scene: Scene, one: { readonly itemId: string }): LentItem | undefined {
  return scene.items.find(({ id }) => id === one.itemId)
}

export function unknownAnswer({ page }: Sent): Error {
  return new Error(`${page?.url}: ${page?.status} ${page && noticeOf(page)} ${page?.text('main')}`)
}

/** A read of the API; null without an answer. */
export async function readApi(
  { me, tally }: Acting,
  path: string,
  { browser, token }: Pick<Someone, 'browser' | 'token'> = me,
) {
  const sent = await ask(tally, () => browser.get(`/api/v1${path}`, withToken(token)))
  if (!sent.page) return null
  if (sent.page.status !== 200) throw new Error(`${path}: ${sent.page.status} ${sent.page.html}`)
  return { sent, body: JSON.parse(sent.page.html) }
}
