import { expect } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import type { Site } from '#test/app.ts'
import { atOnce } from '#test/at-once.ts'
import type { Browsing, FormFields } from '#test/browsing.ts'
import { signIn } from '#test/make/sign-in.ts'

/** Where the sentence is: at the top of a form, at a field, or in a toast. */
const SENTENCES = ['[role=alert]', '[id$=-error]', 'section[aria-label=Messages]']

export interface Sent {
  readonly as: Person
  readonly to: string
  readonly form: FormFields
}

/**
 * Sends forms at the same time, in this order and each in a browser of its own; returns the sentence that
 * each of them leads to. `table` is what none can write to before all have begun.
 */
export async function sentAtOnce(site: Site, sent: readonly Sent[], table?: string) {
  const acts: (() => Promise<string>)[] = []
  for (const { as, to, form } of sent) {
    const browsing = site.stranger()
    browsing.takeCookie(await signIn(site.db, site.settings, as, site.clock.now()))
    acts.push(() => answerTo(browsing, to, form))
  }
  return await atOnce(site.database.pool, acts, table)
}

async function answerTo(browsing: Browsing, to: string, form: FormFields): Promise<string> {
  const answer = await browsing.post(to, form)
  const page = await browsing.follow(answer)
  expect(Math.max(answer.status, page.status)).toBeLessThan(500)
  return page.text(SENTENCES.find((one) => page.has(one)))
}
