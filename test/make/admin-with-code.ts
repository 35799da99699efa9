import type { Site } from '#test/app.ts'
import { codeFor } from './authenticator.ts'

/** A browser of an admin with a second factor, which admins need when payments are real. */
export async function adminWithCode(site: Site) {
  const browsing = site.stranger()
  const [email, password] = ['ada@shop.example', 'silk and linen']
  await browsing.post('/auth?mode=sign-up', { full_name: 'Ada Moss', email, password })
  const admin = { account_type: 'admin' } as const
  await site.db.updateTable('user_profiles').set(admin).where('email', '=', email).execute()
  await browsing.post('/profile/second-factor', { what: 'begin', password })
  const begun = await browsing.get('/profile/second-factor')
  const key = begun.text('#confirm .font-mono').replaceAll(' ', '')
  await browsing.submit(begun, '#confirm form', { code: codeFor(key, site.clock.now()) })
  return browsing
}
