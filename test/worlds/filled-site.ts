import { openSite, type Site, type SiteOptions, testSite } from '#test/app.ts'
import { testClock } from '#test/clock.ts'
import { builtOnce } from '#test/postgres/built-once.ts'
import { testDatabase } from '#test/postgres/database.ts'

/** With a fixed secret, signatures made while a site is filled are valid in other processes. */
const env = { SESSION_SECRET: 'a secret for tests that is long enough' }

/** Calls `fill` once per run, with an empty site; returns what it returned, as JSON. */
export function filledOnce<Known>(name: string, fill: (site: Site) => Promise<Known>) {
  return builtOnce(name, async (database) => {
    const { site, close } = await openSite({ env, database })
    try {
      const now = site.clock.now().toISOString()
      return { known: await fill(site), now, cookies: await site.cookies() }
    } finally {
      await close()
    }
  })
}

/**
 * A new site for the file or the test, as `fill` has left it: with its rows, at its time, and with
 * everyone still signed in.
 */
export async function filledSite<Known>(
  name: string,
  fill: (site: Site) => Promise<Known>,
  options: Pick<SiteOptions, 'log'> = {},
): Promise<{ site: Site; known: Known }> {
  const { of, known } = await asFilled(name, fill)
  return { site: await testSite({ ...options, ...of }), known }
}

/** The options of such a site, for `testSite` or `testBrowser`. */
export async function asFilled<Known>(
  name: string,
  fill: (site: Site) => Promise<Known>,
): Promise<{ of: SiteOptions; known: Known }> {
  const { filled, known: built } = await filledOnce(name, fill)
  const { now, cookies, known } = built
  const database = await testDatabase({ filled })
  return { of: { env, clock: testClock(now), cookies, database }, known }
}
