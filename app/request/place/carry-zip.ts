import type { App } from '#app/request/contexts.ts'
import { noZipCookie, readZipCookie } from '#app/request/zip-cookie.ts'
import { keepZip } from '#domain/accounts/people/profiles.ts'
import type { Session } from '#domain/accounts/sign-in/sessions.ts'

/**
 * The ZIP code that of a visitor becomes that of their profile, if this has none. Returns
 * headers for the response: whoever uses the browser after them does not see it.
 */
export async function carryZip(
  app: App,
  request: Request,
  { person, zip }: Pick<Session, 'person' | 'zip'>,
): Promise<[string, string][]> {
  const ofVisitor = readZipCookie(request)
  if (ofVisitor === null) return []
  // The ZIP code of a closet is where it is, not where its owner happens to be.
  if (zip === null && person.accountType !== 'business')
    await keepZip(app.db, person, ofVisitor, app.clock())
  return [['Set-Cookie', noZipCookie]]
}
