import { connect, createServer, type Socket } from 'node:net'
import type { ConnectionTarget } from '#db/connection.ts'
import type { Gate } from './gate.ts'
import { isWithinTransaction, messageReader, readDetector, wordsIn } from './postgres-messages.ts'

export interface PostgresProxy {
  /** Connects to the same database, bypassing the gate. */
  readonly url: string
  /**
   * Silently drops all data on existing connections, as when a machine is moved or a network loses
   * its state. New connections work.
   */
  loseConnections(): void
  close(): Promise<void>
}

/**
 * A proxy to PostgreSQL that counts messages at its gate. A message is all that one side sends
 * until it waits for the other: a query with all its parts, or everything up to ReadyForQuery.
 * @param losesAnswer whether the connection breaks after a commit, before its answer
 */
export async function postgresProxy(
  database: ConnectionTarget,
  gate: Gate,
  losesAnswer: () => boolean = () => false,
): Promise<PostgresProxy> {
  const open = new Set<Socket>()
  const lost = new Set<Socket>()
  const server = createServer((app) => {
    if (gate.isClosed) return app.destroy()
    const postgres = connect(addressOf(database))
    for (const socket of [app, postgres]) {
      open.add(socket)
      socket.setNoDelay()
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        app.destroy()
        postgres.destroy()
      })
    }
    const wereReads: boolean[] = []
    let isOpen = false
    const query = (turn: Buffer, reads: boolean) => {
      const words = wordsIn(turn)
      // Until it commits, a transaction is rolled back when its connection breaks.
      const leavesNothing = reads || (isOpen && !words.includes('commit'))
      wereReads.push(leavesNothing)
      return gate.pass(words, { onlyReads: leavesNothing })
    }
    const answer = (turn: Buffer) => {
      isOpen = isWithinTransaction(turn)
      const leavesNothing = wereReads.shift() || isOpen
      if (!leavesNothing && losesAnswer()) {
        app.destroy()
        return false
      }
      return gate.pass('its answer', { onlyReads: leavesNothing, isAnswer: true })
    }
    const directions = [
      [app, relayMessages(app, postgres, query, { startsUntyped: true, ends: endsQuery })],
      [postgres, relayMessages(postgres, app, answer, { startsUntyped: false, ends: endsAnswer })],
    ] as const
    for (const [from, pass] of directions) {
      from.on('data', (chunk) => {
        if (!lost.has(from)) pass(chunk)
      })
    }
  })
  gate.onCut(() => {
    for (const socket of open) socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    url: urlOf(database, address.port),
    loseConnections: () => {
      for (const socket of open) lost.add(socket)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}

type Ending = 'counts' | 'passes' | null

/** Startup, Query and Sync wait for an answer; Flush, passwords and Terminate do not. */
function endsQuery(type: string): Ending {
  if (['', 'Q', 'S'].includes(type)) return 'counts'
  return ['H', 'p', 'X'].includes(type) ? 'passes' : null
}

/** ReadyForQuery ends an answer; password requests, notifications and errors just pass. */
function endsAnswer(type: string): Ending {
  if (type === 'Z') return 'counts'
  return ['R', 'A', 'E'].includes(type) ? 'passes' : null
}

function relayMessages(
  from: Socket,
  to: Socket,
  passes: (turn: Buffer, reads: boolean) => boolean,
  { startsUntyped, ends }: { startsUntyped: boolean; ends: (type: string) => Ending },
): (chunk: Buffer) => void {
  let waiting: Buffer[] = []
  let reads = true
  const isRead = readDetector()
  return messageReader({ startsUntyped }, (type, message) => {
    waiting.push(message)
    if (!isRead(type, message)) reads = false
    const ending = ends(type)
    if (ending === null || from.destroyed) return
    const turn = Buffer.concat(waiting)
    waiting = []
    if (ending === 'passes' || passes(turn, reads)) to.write(turn)
    if (ending === 'counts') reads = true
  })
}

function addressOf(target: ConnectionTarget): { path: string } | { host: string; port: number } {
  if ('connectionString' in target) {
    const { hostname, port } = new URL(target.connectionString)
    return { host: hostname, port: Number(port || 5432) }
  }
  const { host, port } = target
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

function urlOf(target: ConnectionTarget, port: number): string {
  if (!('connectionString' in target)) {
    const { user, password = '', database } = target
    return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
  }
  const url = new URL(target.connectionString)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return url.href
}
