import { expect, onTestFinished, test, vi } from 'vitest'
import { TooBusy } from '#domain/shared/bounded-queue.ts'
import { newId } from '#domain/shared/ids.ts'
import type { Sender } from './arrivals.ts'
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
  const init = { method: 'POST', body: body.readable, duplex: 'half' }
  return { request: new Request('http://localhost/uploads', init), writer }
}

/** Only the clock is fake: the file system is not. */
function fakeClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Long enough for what has been sent to be in the file. */
async function settled() {
  for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve))
}

const whole = async (body: { read: () => Request }) => (await body.read().arrayBuffer()).byteLength

test('a photo at 64 KB a second arrives, and can be read twice', async () => {
  fakeClock()
  const { request, writer } = sending()
  const sizes = whenArrived(request, sender(), 5 * MB, async (body) => [
    await whole(body),
    await whole(body),
  ])
  for (let second = 0; second < 78; second++) {
    await vi.advanceTimersByTimeAsync(1000)
    void writer.write(new Uint8Array(64 * KB))
    await settled()
  }
  void writer.close()
  expect(await sizes).toEqual([78 * 64 * KB, 78 * 64 * KB])
})

test('a trickling body ends, after ten seconds', async () => {
  fakeClock()
  const { request, writer } = sending()
  let ended: unknown = null
  void whenArrived(request, sender(), 5 * MB, whole).catch((error: unknown) => {
    ended = error
  })
  let seconds = 0
  while (ended === null && seconds < 100) {
    void writer.write(new Uint8Array(1)).catch(() => {})
    await settled()
    await vi.advanceTimersByTimeAsync(1000)
    await settled()
    seconds += 1
  }
  expect(ended).toBeInstanceOf(TooSlow)
  expect(seconds).toBeGreaterThanOrEqual(10)
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
  const init = { method: 'POST', body, duplex: 'half' }
  const request = new Request('http://localhost/uploads', init)
  const size = await whenArrived(request, sender(), MB, async (arrived) => arrived.size)
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
  for (const [who, most] of [
    [person, 6],
    [fresh, 2],
  ] as const) {
    const own = open(most, () => who)
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
    await Promise.allSettled(own.map(({ result }) => result))
  }
})

test('what waits to be read is limited in bytes for each network', async () => {
  const network = 'one office'
  const ends: (() => void)[] = []
  const hold = () => new Promise<void>((resolve) => ends.push(resolve))
  const send = (personId = newId()) => {
    const init = { method: 'POST', body: new Uint8Array(200 * MB) }
    const request = new Request('http://localhost/business/imports', init)
    return whenArrived(request, sender({ network, personId }), 206 * MB, hold)
  }
  const first = send()
  await vi.waitFor(() => expect(ends).toHaveLength(1), { timeout: 30_000 })
  const second = send()
  await vi.waitFor(() => expect(ends).toHaveLength(2), { timeout: 30_000 })
  await expect(send()).rejects.toThrow(TooBusy)
  for (const end of ends) end()
  await Promise.all([first, second])
})
