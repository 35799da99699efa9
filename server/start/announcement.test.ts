import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Environment } from '#server/settings/given.ts'
import { readSettings } from '#server/settings/settings.ts'
import { announcement, hostsFor } from './announcement.ts'

const loopback = ['127.0.0.1', '::1']
const ann = { email: 'ann@hemline.test', password: 'published', note: '' }
const mailed = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'hello@shop.example' }
const real = {
  ...mailed,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  PUBLIC_URL: 'https://shop.example',
}

function settingsOf(env: Environment) {
  const folder = mkdtempSync(join(tmpdir(), 'hemline-serve-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return readSettings({ DATA_DIR: folder, ...env })
}

function hosts(env: Environment, accounts = [ann].slice(1)) {
  return hostsFor(settingsOf(env), accounts)
}

test('by default the app listens to a network only with PUBLIC_URL and SMTP_URL', () => {
  expect(hosts({})).toEqual(loopback)
  expect(hosts(mailed)).toEqual(loopback)
  expect(hosts({ PUBLIC_URL: 'https://shop.example' })).toEqual(loopback)
  const ready = { ...mailed, PUBLIC_URL: 'https://shop.example' }
  expect(hosts(ready)).toEqual([undefined])
})

test('a shop that PUBLIC_URL opens to others does not start while anyone can sign in, unless it is a demo', () => {
  const refused = (env: Environment) => () => hosts({ SEED_DEMO: '0', ...env }, [ann])
  for (const env of [{}, mailed, { HOST: '127.0.0.1' }, { HOST: '0.0.0.0' }])
    expect(refused({ ...env, PUBLIC_URL: 'https://shop.example' })).toThrow(
      'PUBLIC_URL is https://shop.example, but anyone can sign in as ann@hemline.test: their password is public.',
    )
  for (const url of ['http://localhost:3000', 'http://127.0.0.1:3000', 'https://demo.localhost'])
    expect(hosts({ ...mailed, PUBLIC_URL: url }, [ann])).toEqual(loopback)
  const demo = { PUBLIC_URL: 'https://demo.example', HOST: '127.0.0.1', SEED_DEMO: '1' }
  expect(hosts(demo, [ann])).toEqual(['127.0.0.1'])
})

test('HOST opens the app to a network if it has PUBLIC_URL or is a demo', () => {
  const open = { HOST: '0.0.0.0' }
  expect(hosts(open, [ann])).toEqual(['0.0.0.0'])
  expect(hosts({ ...open, PUBLIC_URL: 'https://shop.example' })).toEqual(['0.0.0.0'])
  expect(hosts({ HOST: '127.0.0.1' })).toEqual(['127.0.0.1'])
  expect(() => hosts(open)).toThrow('PUBLIC_URL is missing')
})

test('a demo open to a network prints a warning', () => {
  const output = (env: Environment, accounts = [ann]) =>
    announcement(settingsOf(env), accounts, 3000).join('\n')
  const warning = 'WARNING: anyone who can reach this shop can sign in'
  expect(output({ HOST: '0.0.0.0' })).toContain(warning)
  expect(output({ PUBLIC_URL: 'https://demo.example', SEED_DEMO: '1' })).toContain(warning)
  expect(output({ HOST: '0.0.0.0', PUBLIC_URL: 'https://shop.example' }, [])).not.toContain(warning)
  for (const env of [{}, { HOST: '127.0.0.1' }, { HOST: '::1' }])
    expect(output(env)).not.toContain(warning)
})

test('warnings are printed at the start', () => {
  const lines = announcement(settingsOf({}), [], 3000, ['Gift credits expire too soon.'])
  expect(lines).toContain('Gift credits expire too soon.')
})

test('a shop that charges no money says so at the start', () => {
  const output = (env: Environment) => announcement(settingsOf(env), [], 3000).join('\n')
  const noMoney = 'no real money is charged'
  const stripe = (key: string) => output({ ...real, STRIPE_SECRET_KEY: key })
  expect(output({})).toContain(noMoney)
  for (const key of ['sk_test_1', 'rk_test_1'])
    expect(stripe(key)).toContain(`STRIPE_SECRET_KEY is a test key: ${noMoney}.`)
  for (const key of ['sk_live_1', 'rk_live_1', 'sk_1']) expect(stripe(key)).not.toContain(noMoney)
})
