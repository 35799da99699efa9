import { connect, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { takeConsoleErrors } from '#test/setup/console-errors.ts'
import { type Handle, listen } from './listen.ts'

const loopback = ['127.0.0.1', '::1']

async function serve(handle: Handle) {
  const listening = await listen(handle, { port: 0, hosts: loopback })
  onTestFinished(() => listening.close(0))
  return { ...listening, url: `http://127.0.0.1:${listening.port}` }
}

/** Sends these bytes; resolves with everything the server sends until it closes the connection. */
function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (text) => {
      answer += text
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

test('both loopback addresses respond, and the handler gets the client’s address', async () => {
  const { port } = await serve(async (_request, { peer }) => new Response(peer))
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('127.0.0.1')
  expect(await (await fetch(`http://[::1]:${port}/`)).text()).toBe('::1')
})

test('a host that this machine does not have is skipped if others exist, and refused otherwise', async () => {
  const handle = async () => new Response('ok')
  const some = await listen(handle, { port: 0, hosts: ['192.0.2.1', '127.0.0.1'] })
  expect((await fetch(`http://127.0.0.1:${some.port}/`)).status).toBe(200)
  await some.close(0)
  await expect(listen(handle, { port: 0, hosts: ['192.0.2.1'] })).rejects.toThrow(
    'This machine does not have any of these addresses: 192.0.2.1.',
  )
})

test('a port in use is refused with a message', async () => {
  const handle = async () => new Response('ok')
  const { port } = await serve(handle)
  await expect(listen(handle, { port, hosts: loopback })).rejects.toThrow(
    `Port ${port} is already in use. Set PORT to another port.`,
  )
})

test('a body arrives unchanged', async () => {
  const { url } = await serve(async (request) => {
    let size = 0
    for await (const chunk of request.body ?? []) size += chunk.length
    return new Response(String(size))
  })
  const body = new Uint8Array(3_000_000)
  expect(await (await fetch(url, { method: 'POST', body })).text()).toBe('3000000')
})

test('an unread body does not delay the response', async () => {
  const { url } = await serve(async () => new Response('too much', { status: 413 }))
  const body = new Uint8Array(3_000_000)
  const answer = await fetch(url, { method: 'POST', body })
  expect(answer.status).toBe(413)
  expect(await answer.text()).toBe('too much')
})

test('an endless body is cut off after the response', async () => {
  const { port } = await serve(async () => new Response('no', { status: 413 }))
  const answer = await sendRaw(
    port,
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nabc',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 413/)
})

test.for([
  ['a broken Host', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
  ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['a method that fetch forbids', 'TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['two Hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n', 400],
] as const)('%s is refused and never reaches the handler', async ([, bytes, status]) => {
  let isReached = false
  const { port } = await serve(async () => {
    isReached = true
    return new Response('ok')
  })
  expect(await sendRaw(port, bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`))
  expect(isReached).toBe(false)
})

test('connections over the limit are closed, until others end', async () => {
  const { port, close } = await listen(async () => new Response('ok'), {
    port: 0,
    hosts: ['127.0.0.1'],
    maxConnections: 2,
  })
  onTestFinished(() => close(0))
  const open = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const answered = new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true)).once('close', () => resolve(false))
    })
    return { socket, answered: await answered }
  }
  const first = await open()
  expect([first.answered, (await open()).answered, (await open()).answered]).toEqual([
    true,
    true,
    false,
  ])
  first.socket.destroy()
  await expect.poll(async () => (await open()).answered).toBe(true)
})

test('a client that reads nothing is cut off', async () => {
  const cutOff = Promise.withResolvers<void>()
  const chunk = new Uint8Array(64 * 1024)
  const handle = async () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(chunk),
        cancel: () => cutOff.resolve(),
      }),
    )
  const listening = await listen(handle, { port: 0, hosts: loopback, silentMs: 1_000 })
  onTestFinished(() => listening.close(0))
  const socket = connect(listening.port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await cutOff.promise
})

/** A silent connection is cut after half a second. */
async function serveImpatiently(handle: Handle) {
  const listening = await listen(handle, { port: 0, hosts: loopback, silentMs: 500 })
  onTestFinished(() => listening.close(0))
  return listening.port
}

const form = 'POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 4\r\n\r\n'

test('a request with a complete body may take longer than a silent connection', async () => {
  const port = await serveImpatiently(async (request) => {
    const body = await request.text()
    await pause(2_000)
    return new Response(`got ${body}`)
  })
  expect(await sendRaw(port, `${form}done`)).toContain('got done')
})

test('a client that stops in the middle of its body is cut off', async () => {
  const port = await serveImpatiently(async (request) => new Response(await request.text()))
  expect(await sendRaw(port, `${form}do`)).toBe('')
})

test('a client that reads nothing after a complete body is cut off', async () => {
  const cutOff = Promise.withResolvers<void>()
  const chunk = new Uint8Array(64 * 1024)
  const port = await serveImpatiently(async (request) => {
    await request.text()
    const pull = (controller: ReadableStreamDefaultController) => controller.enqueue(chunk)
    return new Response(new ReadableStream({ pull, cancel: () => cutOff.resolve() }))
  })
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.pause()
  socket.write(`${form}done`)
  await cutOff.promise
})

test('an error thrown by the handler is logged and answered with status 500', async () => {
  const { url } = await serve(async () => {
    throw new Error('broken on purpose')
  })
  expect((await fetch(url)).status).toBe(500)
  expect(takeConsoleErrors()).toEqual([expect.stringContaining('broken on purpose')])
})

test('a body in memory is sent as it is, with its status and each of its cookies', async () => {
  const sent = new TextEncoder().encode('stored')
  const headers: [string, string][] = [
    ['Content-Type', 'text/plain'],
    ['Set-Cookie', 'a=1; Path=/'],
    ['Set-Cookie', 'b=2'],
  ]
  const answered = { response: new Response(null, { status: 201, headers }), body: sent }
  const listening = await listen(async () => answered, { port: 0, hosts: loopback })
  onTestFinished(() => listening.close(0))
  const url = `http://127.0.0.1:${listening.port}`
  const answer = await fetch(url)
  expect(answer.status).toBe(201)
  expect(answer.headers.get('content-type')).toBe('text/plain')
  expect(answer.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2'])
  expect(await answer.text()).toBe('stored')
  const head = await fetch(url, { method: 'HEAD' })
  expect(head.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2'])
  expect(await head.text()).toBe('')
})

test('a response that fails after its beginning ends the connection, and is logged', async () => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('half')),
    pull: () => Promise.reject(new Error('the other half is missing')),
  })
  const { url } = await serve(async () => new Response(body))
  await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow()
  expect(takeConsoleErrors()).toEqual([expect.stringContaining('the other half is missing')])
})

test('an error after the client has disconnected is logged, unless that is the error', async () => {
  const answered: string[] = []
  let socket = new Socket()
  const { port } = await serve(async (request) => {
    const gone = Promise.withResolvers<void>()
    request.signal.addEventListener('abort', () => gone.resolve())
    socket.destroy()
    await gone.promise
    const { pathname } = new URL(request.url)
    answered.push(pathname)
    throw pathname === '/gone' ? request.signal.reason : new Error('the disk is full')
  })
  for (const path of ['/gone', '/broken']) {
    socket = connect(port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await expect.poll(() => answered).toContain(path)
  }
  const errors: string[] = []
  await expect
    .poll(() => {
      errors.push(...takeConsoleErrors())
      return errors
    })
    .toEqual([expect.stringContaining('the disk is full')])
})

test('closing finishes the responses in progress and accepts no new requests', async () => {
  const reached = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const { port, url, close } = await serve(async () => {
    reached.resolve()
    await finish.promise
    return new Response('finished')
  })
  const answer = fetch(url)
  await reached.promise
  const closed = close(30)
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
  finish.resolve()
  expect(await (await answer).text()).toBe('finished')
  await closed
})

test('closing cuts off what does not finish in time, and idle connections at once', async () => {
  const reached = Promise.withResolvers<void>()
  const { url, close } = await serve(async (request) => {
    if (new URL(request.url).pathname !== '/stuck') return new Response('ok')
    reached.resolve()
    return new Promise(() => {})
  })
  await (await fetch(url)).text()
  const stuck = fetch(`${url}/stuck`).catch((error) => error)
  await reached.promise
  await close(0.1)
  expect(await stuck).toBeInstanceOf(TypeError)
})
