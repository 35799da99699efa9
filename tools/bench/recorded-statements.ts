import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { SHARED_MS } from '#domain/shared/lists/shared-read.ts'
import { messageReader } from '#test/faults/postgres-messages.ts'
import type { Shop } from './shop.ts'
import { startApp } from './start-app.ts'

export type RunStatement = {
  readonly text: string
  /** In PostgreSQL's text format. */
  readonly values: readonly (string | null)[]
}

/** The statements that a page of a running shop runs in PostgreSQL, in order. */
export type PageStatements = {
  /** Those that each request runs. */
  readonly each: readonly RunStatement[]
  /** Those that one request in two seconds runs; the others share the rows. */
  readonly shared: readonly RunStatement[]
}

/** The statements of these pages for one person, once settings are cached. */
export async function recordStatements(
  { target, dataDir, url, cookie }: Pick<Shop, 'target' | 'dataDir' | 'url' | 'cookie'>,
  buildDirectory: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, PageStatements>> {
  const recorded = new Map<string, PageStatements>()
  let statements: RunStatement[] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = dial(
      target.host.startsWith('/')
        ? { path: join(target.host, `.s.PGSQL.${target.port}`) }
        : { host: target.host, port: target.port },
    )
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => void [client, database].map(end))
    }
    database.pipe(client)
    client.on(
      'data',
      readStatements((statement) => void statements.push(statement)),
    )
    client.pipe(database)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const through = { ...target, host: '127.0.0.1', port }
  const app = await startApp({ target: through, dataDir, buildDirectory })
  for (const path of paths) {
    const { pathname, search } = new URL(url(path))
    const address = app.url + pathname + search
    const record = async () => {
      statements = []
      const response = await fetch(address, { headers: { cookie } })
      await response.text()
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
      return statements
    }
    await record()
    await setTimeout(SHARED_MS)
    const all = await record()
    const each = await record()
    const texts = new Set(each.map(({ text }) => text))
    recorded.set(path, { each, shared: all.filter(({ text }) => !texts.has(text)) })
  }
  await app.close()
  for (const socket of sockets) socket.destroy()
  server.close()
  return recorded
}

function end(socket: Socket): void {
  socket.destroy()
}

/**
 * Finds the statements in what a client sends: they are prepared and then bound to values, unlike
 * the settings of new connections.
 */
function readStatements(note: (statement: RunStatement) => void): (chunk: Buffer) => void {
  const prepared = new Map<string, string>()
  return messageReader({ startsUntyped: true }, (type, bytes) => {
    const message = new Message(bytes.subarray(5))
    if (type === 'P') prepared.set(message.word(), message.word())
    if (type === 'B') note(bound(message, prepared))
  })
}

function bound(message: Message, prepared: ReadonlyMap<string, string>): RunStatement {
  message.word()
  const text = prepared.get(message.word()) ?? ''
  for (let formats = message.short(); formats > 0; formats -= 1) message.short()
  const values = Array.from({ length: message.short() }, () => message.value())
  return { text, values }
}

/** Reads the fields of a message in order. */
class Message {
  private at = 0
  private readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  word(): string {
    const from = this.at
    this.at = this.bytes.indexOf(0, from) + 1
    return this.bytes.toString('utf8', from, this.at - 1)
  }

  short(): number {
    this.at += 2
    return this.bytes.readInt16BE(this.at - 2)
  }

  value(): string | null {
    const length = this.bytes.readInt32BE(this.at)
    this.at += 4
    if (length < 0) return null
    this.at += length
    return this.bytes.toString('utf8', this.at - length, this.at)
  }
}
