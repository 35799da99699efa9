import { expect } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import type { Site } from '#test/app.ts'
import type { Browsing, Page } from '#test/browsing.ts'
import { codeFor } from '#test/make/authenticator.ts'
import { readRow } from '#test/postgres/rows.ts'

export const PASSWORD = 'silk and linen'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

/** People who signed up with the form, and actions on their accounts. */
export function ownAccounts(site: Site) {
  let people = 0
  async function signedUp() {
    const email = `own-${++people}@example.test`
    const browsing = site.stranger()
    await browsing.post('/auth?mode=sign-up', { full_name: 'Ada Moss', email, password: PASSWORD })
    const { id } = await readRow(site.db, 'user_profiles', 'id', { email })
    const person: Person = {
      id,
      email,
      fullName: 'Ada Moss',
      emailVerified: false,
      accountType: 'regular',
      businessStatus: null,
    }
    return { browsing, email, id, person }
  }

  async function signedIn(email: string, password = PASSWORD): Promise<Browsing> {
    const browsing = site.stranger()
    await browsing.post('/auth', { email, password }, { headers: { 'User-Agent': PHONE } })
    return browsing
  }

  /** The code of the next half minute, because each code works once. */
  function nextCode(key: string): string {
    site.clock.advance({ seconds: 30 })
    return codeFor(key, site.clock.now())
  }

  /**
   * Turns the second factor on with the forms of its page; returns the key and the backup codes.
   */
  async function withSecondFactor(browsing: Browsing) {
    const path = '/profile/second-factor'
    await browsing.post(path, { what: 'begin', password: PASSWORD })
    const page = await browsing.get(path)
    expect(page.has('svg[role=img] path')).toBe(true)
    const key = page.text('#confirm .font-mono').replaceAll(' ', '')
    const wrong = await browsing.post(path, { what: 'confirm', code: '000000' })
    expect([wrong.status, errorOf(wrong, 'code')]).toEqual([
      400,
      'This code is not correct. Codes change every 30 seconds.',
    ])
    const on = await browsing.submit(page, '#confirm form', { code: nextCode(key) })
    expect(on.status).toBe(200)
    return { key, backupCodes: on.$$('[aria-labelledby=new-codes] li').map((li) => li.textContent) }
  }
  return { signedUp, signedIn, nextCode, withSecondFactor }
}

export const isSignedIn = async (browsing: Browsing) =>
  (await browsing.get('/profile')).status === 200

export function errorOf(page: Page, name: string): string {
  const described = page.$(`[name=${name}]`).getAttribute('aria-describedby') ?? ''
  return page.text(`[id="${described.split(' ').at(-1)}"]`)
}
