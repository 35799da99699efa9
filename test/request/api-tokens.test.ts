import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { callApi } from '#test/api.ts'
import { testSite } from '#test/app.ts'
import { ownAccounts, PASSWORD } from './own-accounts.ts'

const log: string[] = []
const site = await testSite({ log })
const { signedUp } = ownAccounts(site)
const PATH = '/profile/api-tokens'
const form = 'form:has([value=make])'

test('a token is created with the password, shown once, used and revoked', async () => {
  const { browsing } = await signedUp()
  const page = await browsing.get(PATH)
  expect(page.text(form)).not.toContain('listings:read')

  const wrong = await browsing.submit(page, form, { name: '', password: 'no' })
  expect(wrong.status).toBe(400)
  expect(wrong.text(form)).toContain('Please enter a name.')
  expect(wrong.text(form)).toContain('Please choose at least one.')
  const typed = { name: 'Stock list', 'likes:read': 'yes' }
  const guessed = await browsing.submit(page, form, { ...typed, password: 'no' })
  expect(guessed.text(form)).toContain('This password is not correct.')
  expect(guessed.$('[name="likes:read"]').hasAttribute('checked')).toBe(true)

  log.splice(0)
  const made = await browsing.submit(page, form, { ...typed, password: PASSWORD })
  const token = made.text('[data-secret]')
  expect(made.status).toBe(200)
  expect(made.response.headers.get('cache-control')).toBe('no-store')
  expect(token).toMatch(/^hml_/)
  expect(log.map((line) => JSON.parse(line).event)).toEqual(['token-made'])
  const again = await browsing.get(PATH)
  expect(again.html).not.toContain(token)
  expect(again.text('#tokens')).toContain(`${token.slice(0, 12)}…`)
  expect(again.text('#tokens')).toContain('never used')

  expect((await callApi(site.app, 'GET', '/likes', { token })).status).toBe(200)
  expect((await callApi(site.app, 'GET', '/credits', { token })).body.reason).toBe('scope-missing')
  expect((await browsing.get(PATH)).text('#tokens')).toContain('last used')

  const question = await browsing.get(again.$('#tokens a').getAttribute('href') ?? '')
  expect(question.text('[role=alertdialog]')).toContain('Revoke the token “Stock list”?')
  expect((await browsing.submit(question, '[role=alertdialog] form')).location).toBe(PATH)
  expect((await callApi(site.app, 'GET', '/likes', { token })).body.reason).toBe('token-invalid')
  expect((await browsing.get(PATH)).text('#tokens')).toContain('Revoked')
  expect(log.join()).not.toContain(token)
})

test('a closet can choose more scopes than a shopper, and an admin none', async () => {
  const closet = await site.make.closet()
  expect((await site.get(PATH, { as: closet })).text(form)).toContain('listings:write')
  const admin = await site.make.admin()
  expect((await site.get(PATH, { as: admin })).has(form)).toBe(false)
  const posted = { what: 'make', name: 'x', days: '30', password: PASSWORD, 'likes:read': 'yes' }
  expect((await site.post(PATH, posted, { as: admin })).status).toBe(400)
})

test('tokens of other people cannot be revoked', async () => {
  const { browsing } = await signedUp()
  const token = '01a20214-c999-7043-9b05-5715f3799901'
  expect((await browsing.post(PATH, { what: 'revoke', id: token })).status).toBe(404)
})

test('a closet has a tab for its tokens, a shopper finds them at the end of security', async () => {
  const tabs = async (as: Person, path: string) =>
    (await site.get(path, { as })).$$('main nav a').map(({ textContent }) => textContent)
  const [shopper, closet] = [await site.make.shopper(), await site.make.closet()]
  expect(await tabs(closet, '/profile')).toContain('API tokens')
  expect(await tabs(shopper, '/profile')).not.toContain('API tokens')
  const security = await site.get('/profile/sign-in', { as: shopper })
  expect(security.text(`main section a[href="${PATH}"]`)).toBe('Manage API tokens')
  expect((await site.get(PATH, { as: shopper })).text('main nav [aria-current=page]')).toBe(
    'Sign-in & security',
  )
  expect((await site.get(PATH, { as: closet })).text('main nav [aria-current=page]')).toBe(
    'API tokens',
  )
})
