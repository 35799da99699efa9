import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { bytesReceived, type ConnectionTarget, closeAtOnce, isSilence } from './pool.ts'

export interface HalfOpenWatch {
  close(): void
}

type Times = {
  readonly everyMs: number
  /** A connection is silent when `select 1` takes longer. */
  readonly silenceMs: number
  /** A server that answers a new connection this soon would have answered the others by now. */
  readonly soonMs: number
}

/** A query without a response, and the bytes each connection had received `soonMs` after it. */
type Unanswered = {
  readonly client: pg.Client
  readonly received: ReadonlyMap<pg.ClientBase, number>
}

const defaultTimes: Times = { everyMs: 1_000, silenceMs: 2_000, soonMs: 500 }

/**
 * Closes half-open connections: those that the other end no longer knows, for example after a
 * machine in between has failed. Each query on one would wait for its timeout. Once a second this
 * queries the database on its own connection. If that is silent and a new connection gets a
 * response soon, all connections of the pool that have received nothing meanwhile are closed: their
 * queries fail at once, and new connections are opened. While new connections get no response soon
 * either, the server is busy or unavailable, and nothing is closed; nor after a late response.
 * If only the watch's own connection is half-open, a query that takes some seconds is cut off.
 * @param note receives how many were closed
 */
export function watchForHalfOpen(
  pool: pg.Pool,
  target: ConnectionTarget,
  note: (closed: number) => void,
  { everyMs, silenceMs, soonMs }: Times = defaultTimes,
): HalfOpenWatch {
  const watched = new Set<pg.PoolClient>()
  pool.on('connect', (client) => watched.add(client))
  pool.on('remove', (client) => watched.delete(client))
  const closing = new AbortController()
  let own: pg.Client | null = null
  let unanswered: Unanswered | null = null

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...target,
      application_name: 'hemline',
      connectionTimeoutMillis: silenceMs,
      query_timeout: silenceMs,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      closeAtOnce(client)
      throw error
    }
  }

  /** How long the response took, in milliseconds; null if there was none. */
  async function ask(client: pg.Client): Promise<number | null> {
    const began = performance.now()
    try {
      await client.query('select 1')
      return performance.now() - began
    } catch (error) {
      own = null
      if (isSilence(error)) return null
      closeAtOnce(client)
      throw error
    }
  }

  async function check(): Promise<void> {
    own ??= await connect()
    const client = own
    const received = new Map<pg.ClientBase, number>()
    // Not at once: others may still receive something after this query has been lost.
    const counting = setTimeout(() => {
      for (const one of [client, ...watched]) received.set(one, bytesReceived(one))
    }, soonMs)
    counting.unref()
    const milliseconds = await ask(client).finally(() => clearTimeout(counting))
    if (milliseconds === null && !unanswered) {
      unanswered = { client, received }
      return check()
    }
    if (milliseconds === null) return closeAtOnce(client)
    if (!unanswered || milliseconds > soonMs) return
    // This process may have been busy itself: it reads responses that have already arrived.
    await pause(soonMs, null, { ref: false, signal: closing.signal })
    closeDead(unanswered)
    unanswered = null
  }

  function closeDead({ client, received }: Unanswered): void {
    const isSilent = (one: pg.ClientBase) => bytesReceived(one) === received.get(one)
    const dead = isSilent(client) ? [...watched].filter(isSilent) : []
    closeAtOnce(client)
    for (const one of dead) closeAtOnce(one)
    if (dead.length > 0) note(dead.length)
  }

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      await check().catch(() => {})
      await pause(everyMs, null, { ref: false, signal: closing.signal }).catch(() => {})
    }
    closeOwn()
  }

  function closeOwn(): void {
    if (own) closeAtOnce(own)
    if (unanswered) closeAtOnce(unanswered.client)
  }

  void watch()
  return {
    close: () => {
      closing.abort()
      closeOwn()
    },
  }
}
