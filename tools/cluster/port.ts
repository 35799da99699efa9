import { createServer } from 'node:net'

/** Below the ports that Linux assigns automatically. */
const [FIRST, LAST] = [20_000, 32_000]

const given = new Set<number>()

/**
 * A free port for a program that is restarted during the test: no other program on this machine is
 * assigned it while the program is down.
 */
export async function stablePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
