import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { TooBusy } from '#domain/shared/lists/bounded-queue.ts'
import { placeFor, type Sender } from './arrivals.ts'
import { TooSlow, whenArrived } from './arrived-body.ts'

const KB = 1024
const MB = 1024 * KB

let networks = 0
const sender = (more: Partial<Sender> = {}): Sender => ({
  personId: newId(),
  isConfirmed: true,
  network: `network ${++networks}`,
  ...more,
})

/** A request whose body arrives as it is sent. */
function sending() {
  const body = new TransformStream<Uint8Array, Uint8Array>(undefined, { highWaterMark: 1000 })
  const writer = body.writable.getWriter()
  return { request: requestWith(body.readable), writer }
}

function requestWith(body: ReadableStream<Uint8Array>) {
  const init = { method: 'POST', body, duplex: 'half' }
  return new Request('http://localhost/uploads', init)
}

/** Only the clock is fake: the file system is not. */
function fakeClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

const whole = async (body: { read: () => Request }) => (await body.read().arrayBuffer()).byteLength

type Sent = { readonly afterSeconds: number; readonly bytes: number }

/** Sends pieces, each some time after the one before has been taken; how it ended, and after how many seconds. */
async function sendSlowly(pieces: Iterable<Sent>) {
  fakeClock()
  const beganAt = performance.now()
  const next = pieces[Symbol.iterator]()
  let timer: ReturnType<typeof setTimeout> | undefined
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = next.next()
        if (done) return controller.close()
        const send = () => controller.enqueue(new Uint8Array(value.bytes))
        timer = setTimeout(send, value.afterSeconds * 1000)
      },
      cancel: () => clearTimeout(timer),
    },
    { highWaterMark: 0 },
  )
  const result = whenArrived(requestWith(body), sender(), 5 * MB, async (arrived) => [
    await whole(arrived),
    await whole(arrived),
  ]).then(
    (sizes) => ({ sizes, seconds: (performance.now() - beganAt) / 1000 }),
    (error: unknown) => ({ error, seconds: (performance.now() - beganAt) / 1000 }),
  )
  let ended = false
  void result.then(() => {
    ended = true
  })
  while (!ended) {
    await new Promise((resolve) => setImmediate(resolve))
    // Time passes only while somebody waits for it, not while the file is written.
    if (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync()
  }
  return await result
}

test('a photo at 64 KB a second arrives, and can be read twice', async () => {
  const pieces = Array.from({ length: 78 }, () => ({ afterSeconds: 1, bytes: 64 * KB }))
  expect(await sendSlowly(pieces)).toEqual({ sizes: [78 * 64 * KB, 78 * 64 * KB], seconds: 78 })
})

test.for<readonly [string, (n: number) => Sent, number]>([
  ['nothing', () => ({ afterSeconds: 1000, bytes: 1 }), 10],
  ['a byte a second', () => ({ afterSeconds: 1, bytes: 1 }), 10],
  ['10 KB a second', () => ({ afterSeconds: 1, bytes: 10_000 }), 19.5],
  ['nothing after 1 MB at once', (n) => ({ afterSeconds: n && 1000, bytes: 1_000_000 }), 30],
])('who sends %s is told in time', async ([, piece, seconds]) => {
  const pieces = Array.from({ length: 100 }, (_, n) => piece(n))
  const ended = await sendSlowly(pieces)
  expect(ended).toMatchObject({ error: expect.any(TooSlow) })
  expect(ended.seconds).toBeCloseTo(seconds)
})

test('a body that is too large is stored only up to its limit', async () => {
  const chunk = new Uint8Array(64 * KB)
  let sent = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        sent += chunk.length
        controller.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
  const size = await whenArrived(requestWith(body), sender(), MB, async (arrived) => arrived.size)
  expect(size).toBe(MB + chunk.length)
  expect(sent).toBeLessThanOrEqual(MB + 2 * chunk.length)
})

/** Bodies that arrive until they are ended. */
function open(count: number, who: () => Sender) {
  return Array.from({ length: count }, () => {
    const { request, writer } = sending()
    const result = whenArrived(request, who(), 5 * MB, async () => 'arrived')
    result.catch(() => {})
    return { result, end: () => void writer.close().catch(() => {}) }
  })
}

test('one person has six bodies on their way, an unconfirmed one two, and others are not held up', async () => {
  fakeClock()
  const [person, fresh] = [sender(), sender({ isConfirmed: false })]
  for (const [who, max] of [
    [person, 6],
    [fresh, 2],
  ] as const) {
    const own = open(max, () => who)
    const [late] = open(1, () => who)
    const [other] = open(1, () => sender({ network: who.network }))
    other?.end()
    expect(await other?.result).toBe('arrived')
    // Within the patience for each body, nobody has ended.
    await vi.advanceTimersByTimeAsync(9_000)
    own[0]?.end()
    expect(await own[0]?.result).toBe('arrived')
    late?.end()
    expect(await late?.result).toBe('arrived')
    for (const { end } of own) end()
    await Promise.all(own.map(({ result }) => result))
  }
})

test('what waits to be read is limited in bytes for each person and each network', async () => {
  const send = (who: Sender) => {
    const request = new Request('http://localhost/uploads', {
      method: 'POST',
      body: new Uint8Array(MB),
    })
    return whenArrived(request, who, 5 * MB, async ({ size }) => size)
  }
  const [one, two] = [sender(), sender()]
  const neighbor = sender({ network: one.network })
  const colleague = sender({ network: one.network })
  const places = [await placeFor(one), await placeFor(colleague)]
  expect(places[0]?.takes(206 * MB)).toBe(true)
  expect(places[0]?.takes(50 * MB)).toBe(true)
  await expect(send(one)).rejects.toThrow(TooBusy)
  expect(await send(neighbor)).toBe(MB)
  expect(places[1]?.takes(164 * MB)).toBe(true)
  await expect(send(neighbor)).rejects.toThrow(TooBusy)
  expect(await send(two)).toBe(MB)
  for (const place of places) place.leave()
  expect(await send(one)).toBe(MB)
  expect(await send(neighbor)).toBe(MB)
})
