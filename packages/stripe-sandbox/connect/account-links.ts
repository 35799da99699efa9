import { badRequest } from '#sandbox/core/errors.ts'
import { newId } from '#sandbox/core/ids.ts'
import { find, type Stored, save } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { needLockedAccount } from './accounts.ts'

const linkSeconds = 5 * 60
const loginSeconds = 60 * 60

/** An onboarding page that can be submitted once within five minutes. A new one replaces it. */
export async function createAccountLink(
  work: Work,
  id: string,
  { returnUrl, refreshUrl }: { returnUrl: string; refreshUrl: string },
) {
  const { body, kept } = await needLockedAccount(work, id)
  const token = newId('link')
  const expiresAt = work.now + linkSeconds
  const link = { token, returnUrl, refreshUrl, expiresAt, used: false }
  await save(work, 'account', body, { ...kept, link })
  return {
    object: 'account_link',
    created: work.now,
    expires_at: expiresAt,
    url: `${work.pageOrigin(returnUrl)}/sandbox/onboarding/${id}/${token}`,
  }
}

/** The Express dashboard, for an hour. */
export async function createLoginLink(work: Work, id: string) {
  const { body, kept } = await needLockedAccount(work, id)
  if (!body.details_submitted || kept.link === null) {
    throw badRequest('Cannot create a login link for an account that has not completed onboarding.')
  }
  const login = { token: newId('login'), expiresAt: work.now + loginSeconds }
  await save(work, 'account', body, { ...kept, login })
  return {
    object: 'login_link',
    created: work.now,
    url: `${work.pageOrigin(kept.link.returnUrl)}/sandbox/express/${id}/${login.token}`,
  }
}

/** The account whose newest link this is, and whether the link can still be used. */
export async function findByToken(
  work: Work,
  use: 'link' | 'login',
  id: string,
  token: string,
): Promise<{ account: Stored<'account'>; valid: boolean } | undefined> {
  const account = await find(work, 'account', id)
  const issued = account?.kept[use]
  if (!account || account.deleted || issued?.token !== token) return undefined
  const used = 'used' in issued && issued.used
  return { account, valid: !used && work.now < issued.expiresAt }
}
