import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'

const log: string[] = []
const site = await testSite({ log, env: { TRUST_PROXY: '203.0.113.9' } })
const { pool } = site.database

/** The lines since the last call. */
const lines = () => log.splice(0).map((line) => JSON.parse(line))

test('every log line of a request has the id of its response', async () => {
  await pool.query('alter table platform_settings rename to away')
  const pages = await Promise.all(['/about', '/healthz', '/feedback'].map((to) => site.get(to)))
  await pool.query('alter table away rename to platform_settings')
  const logged = lines()
  expect(logged.length).toBeGreaterThanOrEqual(pages.length)
  for (const { status, response } of pages) {
    expect(status).toBeGreaterThanOrEqual(500)
    expect(logged.map(({ request }) => request)).toContain(response.headers.get('x-request-id'))
  }
  for (const { request, incident } of logged)
    expect([request, incident]).toEqual([expect.stringMatching(/^[\w-]{36}$/), expect.any(String)])
})

test('the id of a trusted proxy is adopted', async () => {
  log.length = 0
  const headers = { 'X-Request-Id': 'proxy-12345678', Origin: 'https://evil.example' }
  await site.post('/feedback', {}, { headers, peer: '203.0.113.9' })
  expect(lines()).toMatchObject([{ event: 'origin-refused', request: 'proxy-12345678' }])
})

test('the error of a request is logged with its id, even after the request', async () => {
  const person = await site.make.shopper()
  expect((await site.get('/credits', { as: person })).status).toBe(200)
  log.length = 0
  await pool.query('alter table auth_sessions rename to away')
  const error = await site.get('/credits', { as: person }).catch((thrown: unknown) => thrown)
  await pool.query('alter table away rename to auth_sessions')
  site.app.noteError(error)
  const [during, after] = lines()
  expect(after.request).toMatch(/^[\w-]{36}$/)
  expect(after.request).toBe(during.request)
})

test('lines outside requests have no id', () => {
  log.length = 0
  site.app.noteError(new Error('no request'))
  expect(lines()[0]).not.toHaveProperty('request')
})

test('jobs caused by a request, even through other jobs, are logged with its id', async () => {
  const ofJobs: string[] = []
  // No server listens on this port.
  const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Hemline <hello@shop.example>' }
  const { app, make, post } = await testSite({ env, log: ofJobs })
  const closet = await make.closet()
  const rental = await make.rental({ item: await make.item({ closet }) })
  const accepted = await post(
    `/business/rentals/${rental.id}`,
    { intent: 'accept' },
    { as: closet },
  )
  expect(accepted.status).toBe(302)
  const id = accepted.response.headers.get('x-request-id')
  expect(id).toMatch(/^[\w-]{36}$/)
  // The job for the rental writes the email and adds the job that fails to send it.
  await app.start()
  await expect.poll(() => ofJobs.join()).toContain('"job":"send-mail"')
  const failed = ofJobs.map((line) => JSON.parse(line)).filter(({ job }) => job === 'send-mail')
  expect(failed.map(({ request }) => request)).toEqual(failed.map(() => id))
})
