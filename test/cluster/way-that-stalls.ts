import { connect, createServer, type Socket } from 'node:net'

export interface WayThatStalls {
  readonly port: number
  /**
   * Connections stay open at both ends, and nothing arrives any more, as when the machine between
   * them is lost. New ones work.
   */
  stall(): void
  /** As `stall`, and nothing arrives on new connections either, until it is joined again. */
  cut(): void
  join(): void
  /** What is sent on connections that are open now waits until it is released. */
  hold(): void
  release(): void
  close(): Promise<void>
}

/** Passes TCP connections on to a port of this machine. */
export async function wayTo(port: number): Promise<WayThatStalls> {
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
        // The other end does not hear of it.
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
    // What arrives is read and lost.
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
