import { connect, createServer, type Socket } from 'node:net'

export interface StallingProxy {
  readonly port: number
  /**
   * Open connections stay open at both ends but deliver nothing any more, as if the machine between
   * them were lost. New ones work.
   */
  stall(): void
  /** Like `stall`, but new connections deliver nothing either, until `join`. */
  cut(): void
  join(): void
  /** Holds back data on connections that are open now until `release`. */
  hold(): void
  release(): void
  close(): Promise<void>
}

/** A proxy for TCP connections to a port of this machine. */
export async function proxyTo(port: number): Promise<StallingProxy> {
  const open = new Set<Socket>()
  const stalled = new Set<Socket>()
  let isCut = false
  const server = createServer((from) => {
    const to = connect(port, '127.0.0.1')
    const both = [from, to]
    for (const socket of both) {
      open.add(socket)
      socket.setNoDelay()
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        // When stalled, the other end is not told.
        if (!stalled.delete(socket)) for (const one of both) one.destroy()
      })
    }
    from.pipe(to)
    to.pipe(from)
    if (isCut) for (const socket of both) lose(socket)
  })
  function lose(socket: Socket): void {
    stalled.add(socket)
    socket.unpipe()
    // Reads and discards what arrives.
    socket.resume()
  }
  const stall = () => {
    for (const socket of open) lose(socket)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    stall,
    cut: () => {
      isCut = true
      stall()
    },
    join: () => {
      isCut = false
    },
    hold: () => {
      for (const socket of open) socket.pause()
    },
    release: () => {
      for (const socket of open) socket.resume()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}
