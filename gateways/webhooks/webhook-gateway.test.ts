import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { localNetwork, respondWith, webhookReceiver } from '#test/webhook-receiver.ts'
import { readEndpointUrl } from './endpoint-url.ts'
import { isPublicAddress } from './public-address.ts'
import { createWebhookGateway } from './webhook-gateway.ts'
import { internet, type WebhookNetwork } from './webhook-network.ts'

const never = new AbortController().signal

async function post(url: string, network: Partial<WebhookNetwork> = {}) {
  const gateway = createWebhookGateway({ ...localNetwork, ...network })
  const request = { url, headers: { 'webhook-id': 'one' }, body: '{"é":1}' }
  const { status, problem } = await gateway.post(request, never)
  return { status, problem }
}

test.each([
  'https://shop.example/hook',
  'https://shop.example:8443/hook?key=1',
  'https://SHOP.example/hook',
  'https://xn--bcher-kva.example/',
])('%s can be an endpoint', (url) => {
  expect(readEndpointUrl(url)).toEqual({ url: new URL(url).href })
})

test.each([
  ['', 'url-invalid'],
  ['shop.example/hook', 'url-invalid'],
  ['http://shop.example/hook', 'url-not-https'],
  ['file:///etc/passwd', 'url-not-https'],
  ['https://user@shop.example/', 'url-with-password'],
  ['https://user:secret@shop.example/', 'url-with-password'],
  ['https://shop.example:22/', 'url-port-not-allowed'],
  ['https://shop.example:5432/', 'url-port-not-allowed'],
  ['https://localhost/', 'url-host-not-public'],
  ['https://metadata/', 'url-host-not-public'],
  ['https://127.0.0.1/', 'url-host-not-public'],
  ['https://2130706433/', 'url-host-not-public'],
  ['https://0x7f.1/', 'url-host-not-public'],
  ['https://017700000001/', 'url-host-not-public'],
  ['https://8.8.8.8/', 'url-host-not-public'],
  ['https://[::1]/', 'url-host-not-public'],
  ['https://[::ffff:127.0.0.1]/', 'url-host-not-public'],
  [`https://shop.example/${'x'.repeat(500)}`, 'url-too-long'],
  [`https://shop.example/${'é'.repeat(200)}`, 'url-too-long'],
])('%s is refused: %s', (url, problem) => {
  expect(readEndpointUrl(url)).toEqual({ problem })
})

test('a fragment is never sent, so it is not stored', () => {
  expect(readEndpointUrl('https://shop.example/hook#part')).toEqual({
    url: 'https://shop.example/hook',
  })
})

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  ['this machine', ['127.0.0.1', '127.255.255.254', '::1']],
  ['no address', ['0.0.0.0', '0.1.2.3', '::', '', 'shop.example']],
  ['private networks', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1']],
  ['shared addresses of providers', ['100.64.0.1', '100.127.255.255']],
  ['link-local', ['169.254.0.1', 'fe80::1', 'fe80::1%eth0', 'fec0::1']],
  ['metadata', ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '192.0.0.192']],
  ['a service of a provider', ['168.63.129.16']],
  ['IPv4 in IPv6', ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '::ffff:0:8.8.8.8']],
  ['NAT64', ['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1']],
  ['6to4 and Teredo', ['2002:7f00:1::', '2002:808:808::', '2001::1', '192.88.99.1']],
  ['several machines', ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1']],
  ['reserved', ['240.0.0.1', '198.18.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1']],
  ['reserved in IPv6', ['2001:db8::1', '3fff::1', '100::1', '4000::1', '5f00::1', '2001:20::1']],
])('%s is not public', (_, addresses) => {
  for (const address of addresses)
    expect([address, isPublicAddress(address)]).toEqual([address, false])
})

test('a webhook is posted to the address that was checked, with the name of its host', async () => {
  const receiver = await webhookReceiver()
  expect(await post(receiver.url)).toEqual({ status: 204, problem: null })
  expect(receiver.received).toMatchObject([
    {
      path: '/hook',
      body: '{"é":1}',
      headers: {
        host: `receiver.test:${receiver.port}`,
        'content-length': '8',
        'webhook-id': 'one',
      },
    },
  ])
})

test('nothing is sent to a host with a private address among its addresses', async () => {
  const receiver = await webhookReceiver()
  const network = { ...internet, mayUse: () => true }
  for (const address of ['127.0.0.1', '169.254.169.254', '::ffff:127.0.0.1']) {
    const resolve = async () => ['8.8.8.8', address]
    expect(await post(receiver.url, { ...network, resolve })).toEqual({
      status: null,
      problem: 'private_address',
    })
  }
  expect(receiver.received).toEqual([])
})

test('the name is resolved once: a later change of it has no effect', async () => {
  const [checked, other] = [await webhookReceiver(), await webhookReceiver()]
  let lookups = 0
  const resolve = async () => {
    lookups += 1
    return lookups === 1 ? ['127.0.0.1'] : ['127.0.0.2']
  }
  expect(await post(checked.url, { resolve })).toEqual({ status: 204, problem: null })
  expect(lookups).toBe(1)
  expect(await post(other.url, { resolve })).toEqual({ status: null, problem: 'private_address' })
  expect(other.received).toEqual([])
})

test('the first address that responds is used', async () => {
  const receiver = await webhookReceiver()
  const resolve = async () => ['127.0.0.9', '127.0.0.1']
  expect(await post(receiver.url, { resolve, mayCall: () => true })).toEqual({
    status: 204,
    problem: null,
  })
})

test('a name without an address is an unknown host', async () => {
  const receiver = await webhookReceiver()
  for (const resolve of [async () => [], () => Promise.reject(new Error('no such name'))])
    expect(await post(receiver.url, { resolve })).toEqual({ status: null, problem: 'unknown_host' })
})

test('a request whose name server does not respond times out', async () => {
  const receiver = await webhookReceiver()
  const resolve = () => new Promise<string[]>(() => {})
  expect(await post(receiver.url, { resolve, timeoutMs: 50 })).toEqual({
    status: null,
    problem: 'timeout',
  })
})

test('redirects are not followed', async () => {
  const target = await webhookReceiver()
  const receiver = await webhookReceiver((response) =>
    response.writeHead(307, { location: target.url }).end(),
  )
  expect(await post(receiver.url)).toEqual({ status: 307, problem: 'redirect' })
  expect(target.received).toEqual([])
})

test.each([400, 410, 429, 500, 503])('a response with status %i is a failure', async (status) => {
  const receiver = await webhookReceiver(respondWith(status))
  expect(await post(receiver.url)).toEqual({ status, problem: 'status' })
})

test('a request to a receiver that never responds times out', async () => {
  const receiver = await webhookReceiver(() => {})
  expect(await post(receiver.url, { timeoutMs: 200 })).toEqual({ status: null, problem: 'timeout' })
})

test('an endless response is cut off, and its status counts', async () => {
  const closed = Promise.withResolvers<number>()
  const receiver = await webhookReceiver((response) => {
    let sent = 0
    const write = () => {
      sent += 65_536
      if (response.write(Buffer.alloc(65_536))) setImmediate(write)
    }
    response.on('drain', write)
    response.on('close', () => closed.resolve(sent))
    response.writeHead(200)
    write()
  })
  expect(await post(receiver.url)).toEqual({ status: 200, problem: null })
  // The receiver could also write what the connection's buffers held.
  expect(await closed.promise).toBeLessThan(32 * 1024 * 1024)
})

test('a slow response is cut off at the timeout', async () => {
  const receiver = await webhookReceiver((response) => {
    response.writeHead(200).write('.')
  })
  expect(await post(receiver.url, { timeoutMs: 5_000 })).toEqual({ status: 200, problem: null })
})

test('a response that switches protocols is a failure', async () => {
  const ended = Promise.withResolvers<void>()
  const receiver = await webhookReceiver((response) => {
    response.socket?.on('close', ended.resolve)
    const head = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'
    response.socket?.write(head)
  })
  expect(await post(receiver.url)).toEqual({ status: 101, problem: 'status' })
  await ended.promise
})

test('a connection that ends without a response is a failure', async () => {
  const receiver = await webhookReceiver((response) => void response.socket?.destroy())
  expect(await post(receiver.url)).toEqual({ status: null, problem: 'no_answer' })
})

test('endless informational responses are cut off', async () => {
  const receiver = await webhookReceiver((response) => {
    const hints = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000)
    const write = () => {
      while (response.socket?.write(hints)) {}
    }
    response.socket?.on('drain', write)
    write()
  })
  expect(await post(receiver.url)).toEqual({ status: null, problem: 'no_answer' })
})

test('a response after a few informational ones counts', async () => {
  const receiver = await webhookReceiver((response) => {
    response.writeContinue()
    response.writeEarlyHints({ link: '</style.css>; rel=preload' })
    response.writeHead(204).end()
  })
  expect(await post(receiver.url)).toEqual({ status: 204, problem: null })
})

test('endless headers are cut off', async () => {
  const receiver = await webhookReceiver((response) => {
    response.setHeader('x-long', 'x'.repeat(40_000))
    response.writeHead(200).end()
  })
  expect(await post(receiver.url)).toEqual({ status: null, problem: 'no_answer' })
})

test('a certificate for another host or from an unknown authority is refused', async () => {
  const receiver = await webhookReceiver()
  const ofSomebodyElse = receiver.url.replace('receiver.test', 'stranger.test')
  expect(await post(ofSomebodyElse)).toEqual({ status: null, problem: 'certificate' })
  const { ca: _, ...withoutCa } = localNetwork
  const gateway = createWebhookGateway(withoutCa)
  const request = { url: receiver.url, headers: {}, body: '{}' }
  expect(await gateway.post(request, never)).toMatchObject({ problem: 'certificate' })
  expect(receiver.received).toEqual([])
})

test('a receiver that is down or does not speak HTTPS is a failure', async () => {
  const server = createServer((socket) => socket.end('SSH-2.0\r\n', () => socket.destroy()))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const url = `https://receiver.test:${port}/`
  expect(await post(url)).toMatchObject({ status: null })
  await new Promise((resolve) => server.close(resolve))
  expect(await post(url)).toEqual({ status: null, problem: 'unreachable' })
})

test('a request is aborted when the process ends', async () => {
  const arrived = Promise.withResolvers<void>()
  const receiver = await webhookReceiver(() => arrived.resolve())
  const ending = new AbortController()
  const gateway = createWebhookGateway(localNetwork)
  const posted = gateway.post({ url: receiver.url, headers: {}, body: '{}' }, ending.signal)
  await arrived.promise
  ending.abort()
  await expect(posted).rejects.toThrow()
})

test('a stored address is checked again before it is called', async () => {
  expect(await post('https://127.0.0.1/')).toEqual({ status: null, problem: 'private_address' })
})
