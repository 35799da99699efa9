import { createServer } from 'node:net'

/** Below those that Linux gives to connections and to whoever asks for any port. */
const [FIRST, LAST] = [20_000, 32_000]

/**
 * A free port for a program that is started again during the test: nobody else on this machine gets it
 * by chance while the program is away.
 */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
