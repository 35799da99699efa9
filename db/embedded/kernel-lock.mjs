// Plain JavaScript: the bootstrap takes locks too, before Node 24 is installed.
import { createHash } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'

/**
 * Takes a lock that the kernel releases when this process ends in any way. It covers one folder (by
 * device and inode, so two paths to it are one lock) and one purpose.
 * @param {string} folder
 * @param {string} purpose
 * @returns {Promise<{ release(): Promise<void> } | { heldBy: string }>}
 */
export async function lockFolder(folder, purpose) {
  const { dev, ino } = statSync(folder, { bigint: true })
  const address = addressOf(`${purpose} ${dev} ${ino}`)
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const server = await listen(address)
    if (server) return { release: () => new Promise((done) => server.close(() => done())) }
    const answer = await holder(address)
    if (answer !== null) return { heldBy: answer }
    // The holder has ended. Its abstract socket is gone, but a socket file has to be removed.
    if (!address.startsWith('\0')) rmSync(address, { force: true })
  }
  return { heldBy: 'another process' }
}

/** Linux has abstract sockets, which need no folder. Elsewhere the lock is a socket file. */
function addressOf(name) {
  const key = createHash('sha256').update(name).digest('hex').slice(0, 24)
  return process.platform === 'linux' ? `\0hemline-${key}` : `/tmp/hemline-${key}.lock`
}

function listen(address) {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.end(`process ${process.pid}`)
    })
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)))
    server.listen(address, () => {
      server.unref()
      resolve(server)
    })
  })
}

/** Who holds the lock, or null when nobody listens on it. */
function holder(address) {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(address)
    socket.setTimeout(1000, () => socket.destroy())
    socket.on('data', (text) => {
      answer += text
    })
    socket.on('error', (error) =>
      resolve(['ECONNREFUSED', 'ENOENT'].includes(error.code) ? null : 'another process'),
    )
    socket.on('close', () => resolve(answer || 'another process'))
  })
}
