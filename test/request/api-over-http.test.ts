import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { API_ROOT } from '#app/api/api-root.ts'
import { apiReference } from '#app/api/reference.ts'
import { newId } from '#domain/shared/ids.ts'
import { listen } from '#server/start/listen.ts'
import { apiTokenOf, endpoints } from '#test/api.ts'
import { testSite } from '#test/app.ts'

const { app, db, make } = await testSite()
const { token } = await apiTokenOf(db, await make.closet())

/** The API on a port, where requests other than GET and HEAD always have a body stream. */
async function apiOverHttp(): Promise<string> {
  const hosts = ['127.0.0.1']
  const listening = await listen(app.handle, { port: 0, hosts })
  onTestFinished(() => listening.close(0))
  return `http://127.0.0.1:${listening.port}`
}

/** Sends only these lines, as curl does; other clients add a Content-Length. */
function sendBare(origin: string, lines: readonly string[]): Promise<string> {
  const head = [...lines, 'Host: localhost', `Authorization: Bearer ${token}`, 'Connection: close']
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.on('data', (text) => {
      answer += text
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

test('a request without a body needs neither Content-Type nor Content-Length', async () => {
  const origin = await apiOverHttp()
  const changing = endpoints.filter(({ method }) => method !== 'GET')
  expect(changing.map(({ method }) => method)).toEqual(
    expect.arrayContaining(['POST', 'PUT', 'PATCH', 'DELETE']),
  )
  for (const { method, path, name } of changing) {
    const answer = await sendBare(origin, [
      `${method} ${API_ROOT}${path.replace('{id}', newId())} HTTP/1.1`,
      `Idempotency-Key: ${newId()}`,
    ])
    expect([name, answer]).toEqual([name, expect.stringMatching(/^HTTP\/1\.1 (204|404|422) /)])
  }
})

test('an endpoint can be deleted with curl', async () => {
  const origin = await apiOverHttp()
  const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': newId() }
  const made = await fetch(`${origin}${API_ROOT}/webhook-endpoints`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'https://shop.example/hook', events: ['rental.late'] }),
  })
  const { id } = await made.json()
  const at = `${origin}${API_ROOT}/webhook-endpoints/${id}`
  expect((await fetch(at, { method: 'DELETE', headers })).status).toBe(204)
})

test('a body without Content-Type is refused, with or without a known length', async () => {
  const origin = await apiOverHttp()
  const send = (body: Uint8Array<ArrayBuffer> | ReadableStream) => {
    const headers = { Authorization: `Bearer ${token}` }
    const init = { method: 'PUT', headers, body, duplex: 'half' }
    return fetch(`${origin}${API_ROOT}/likes/${newId()}`, init)
  }
  const bytes = new TextEncoder().encode('{}')
  expect((await send(bytes)).status).toBe(415)
  expect((await send(new Blob([bytes]).stream())).status).toBe(415)
})

test('every example request on the API page works as shown', async () => {
  const origin = await apiOverHttp()
  for (const { name, curl } of apiReference(origin)) {
    const { address, ...init } = readCurl(curl)
    const response = await fetch(address, init)
    const { reason = null } = response.status === 204 ? {} : await response.json()
    expect([name, reason]).toEqual([name, expect.toBeOneOf([null, 'not-found'])])
  }
})

/** Parses a command as a shell and curl would. */
function readCurl(curl: string) {
  const words = [...curl.matchAll(/'([^']*)'|"([^"]*)"|(?!\\\n)(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  )
  const after = (option: string) =>
    words.flatMap((word, index) => (word === option ? [words[index + 1] ?? ''] : []))
  const filled = (text: string) => text.replace('$TOKEN', token).replace('$(uuidgen)', newId())
  const headers = after('-H').map((header) => filled(header).split(': '))
  return {
    address: words.find((word) => word.startsWith('http')) ?? '',
    method: after('-X')[0] ?? 'GET',
    headers: Object.fromEntries(headers),
    ...(after('-d')[0] && { body: after('-d')[0] }),
  }
}
