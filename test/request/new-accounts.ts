import { expect } from 'vitest'
import type { Site } from '#test/app.ts'
import type { Browsing } from '#test/browsing.ts'

/** Accounts created with the sign-up form. */
export function newAccounts(site: Site) {
  let people = 0
  function account<Changes extends Record<string, string>>(changes?: Changes) {
    const email = `person-${++people}@example.test`
    return { full_name: 'Zoë 🦋 Ångström', email, password: 'silk and linen', ...changes }
  }
  return {
    account,
    async signedUp(): Promise<{ browsing: Browsing; email: string; password: string }> {
      const browsing = site.stranger()
      const form = account()
      const answer = await browsing.post('/auth?mode=sign-up', form)
      expect(answer.status).toBe(302)
      return { browsing, ...form }
    },
    async isSignedIn(browsing: Browsing): Promise<boolean> {
      return (await browsing.get('/my-likes')).status === 200
    },
    rowOf: (email: string) =>
      site.db.selectFrom('user_profiles').selectAll().where('email', '=', email).executeTakeFirst(),
  }
}
