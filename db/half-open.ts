import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type ConnectionTarget, closeAtOnce, isSilence, receivedBy } from './pool.ts'

export interface HalfOpenWatch {
  close(): void
}

type Times = {
  readonly everyMs: number
  /** A connection is silent when `select 1` takes longer. */
  readonly silenceMs: number
  /** A server that answers a new connection so soon would have answered the others by now. */
  readonly soonMs: number
}

type Answer = { readonly milliseconds: number } | 'silent' | 'unknown'

const usual: Times = { everyMs: 1_000, silenceMs: 2_000, soonMs: 500 }

/**
 * Closes half-open connections: those that the other end no longer knows, as when a machine in between
 * has been lost, and on which each query would wait until it times out. Once a second a connection of its
 * own is asked. If it is silent and a new one is answered soon, all connections of the pool that have
 * received nothing meanwhile are closed: what waits on them fails at once, and new ones are opened.
 * While new connections are not answered soon either, the server is busy or away, and nothing is closed.
 * A query that takes some seconds is lost if only the connection of the watch is half-open.
 * @param note receives how many were closed
 */
export function watchForHalfOpen(
  pool: pg.Pool,
  target: ConnectionTarget,
  note: (closed: number) => void,
  { everyMs, silenceMs, soonMs }: Times = usual,
): HalfOpenWatch {
  const watched = new Set<pg.PoolClient>()
  pool.on('connect', (client) => watched.add(client))
  pool.on('remove', (client) => watched.delete(client))
  const closing = new AbortController()
  let own: pg.Client | null = null
  /** What each connection had received before the first question that was not answered. */
  let suspects: ReadonlyMap<pg.PoolClient, number> | null = null

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

  async function ask(client: pg.Client): Promise<Answer> {
    const began = performance.now()
    try {
      await client.query('select 1')
      return { milliseconds: performance.now() - began }
    } catch (error) {
      // This process was busy or stopped itself, so that the answer may be here, unread.
      if (isSilence(error) && performance.now() - began > silenceMs + soonMs) return 'unknown'
      closeAtOnce(client)
      own = null
      if (isSilence(error)) return 'silent'
      throw error
    }
  }

  async function check(): Promise<void> {
    if (own) {
      const received = new Map([...watched].map((client) => [client, receivedBy(client)]))
      if ((await ask(own)) !== 'silent') return
      suspects ??= received
    }
    own = await connect()
    const answer = await ask(own)
    if (typeof answer === 'string' || !suspects) return
    const silent = suspects
    suspects = null
    if (answer.milliseconds > soonMs) return
    await pause(soonMs, null, { ref: false, signal: closing.signal })
    const dead = [...silent].filter(
      ([client, bytes]) => watched.has(client) && receivedBy(client) === bytes,
    )
    for (const [client] of dead) closeAtOnce(client)
    if (dead.length > 0) note(dead.length)
  }

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      await check().catch(() => {})
      await pause(everyMs, null, { ref: false, signal: closing.signal }).catch(() => {})
    }
    if (own) closeAtOnce(own)
  }

  void watch()
  return {
    close: () => {
      closing.abort()
      if (own) closeAtOnce(own)
    },
  }
}
