import { expect, onTestFinished, test } from 'vitest'
import { checkPublicUrl } from '#server/observe/doctor/outside.ts'
import { type Handle, listen } from '#server/start/listen.ts'
import { testSite } from '#test/app.ts'
import { freePort } from '#test/free-port.ts'

async function serve(handle: Handle, port: number) {
  const listening = await listen(handle, { port, hosts: ['127.0.0.1'] })
  onTestFinished(() => listening.close(0))
}

const problem = (words: RegExp) => ({ problems: [expect.stringMatching(words)] })

test('the doctor checks at PUBLIC_URL whether visitors can reach the shop', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  expect(await checkPublicUrl(url)).toEqual(problem(/does not answer.*ECONNREFUSED/))

  const site = await testSite({ env: { PUBLIC_URL: url } })
  await serve((request, client) => site.app.handle(request, client), port)
  expect(await checkPublicUrl(url)).toEqual({ ok: url })
  // A proxy that sends another host name.
  expect(await checkPublicUrl(`http://localhost:${port}`)).toEqual(problem(/Host header/))
  await site.database.pool.query('alter table platform_settings rename to moved')
  expect(await checkPublicUrl(url)).toEqual(problem(/answers "database unavailable"/))
  await site.database.pool.query('alter table moved rename to platform_settings')
})

test('the doctor reports a proxy that refuses photos as too large', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const site = await testSite({ env: { PUBLIC_URL: url } })
  const proxy: Handle = async (request, client) => {
    if (new URL(request.url).pathname !== '/uploads') return site.app.handle(request, client)
    const { byteLength } = await request.arrayBuffer()
    return new Response('<html></html>', { status: byteLength > 1024 * 1024 ? 413 : 200 })
  }
  await serve(proxy, port)
  expect(await checkPublicUrl(url)).toEqual(problem(/Photos of 2 MB are refused/))
})

test('the doctor reports if something else answers at PUBLIC_URL', async () => {
  const port = await freePort()
  await serve(async () => new Response('ok, but another program'), port)
  expect(await checkPublicUrl(`http://127.0.0.1:${port}`)).toEqual(
    problem(/Something other than this shop/),
  )
  expect(await checkPublicUrl(null)).toHaveProperty('skipped')
})

test.for([
  ['X-Forwarded-For', 'unknown', /which address/],
  ['X-Forwarded-For', '1.2.3.4, "203.0.113.7"', /which address/],
  ['X-Forwarded-Proto', 'https', /which address/],
  ['X-Forwarded-For', '203.0.113.7:4711', null],
] as const)('the doctor reads %s: %s', async ([name, value, words]) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const site = await testSite({ env: { PUBLIC_URL: url, TRUST_PROXY: '127.0.0.1' } })
  const proxy: Handle = (request, client) => {
    request.headers.set(name, value)
    return site.app.handle(request, client)
  }
  await serve(proxy, port)
  expect(await checkPublicUrl(url)).toEqual(words ? problem(words) : { ok: url })
})

test('the doctor reports a proxy that is not in TRUST_PROXY', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const site = await testSite({ env: { PUBLIC_URL: url } })
  const proxy: Handle = (request, client) => {
    request.headers.set('X-Forwarded-For', '203.0.113.7')
    return site.app.handle(request, client)
  }
  await serve(proxy, port)
  expect(await checkPublicUrl(url)).toEqual(problem(/set TRUST_PROXY/))
})
