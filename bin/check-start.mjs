import { spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import {
  DEFAULT_METRICS_HOST,
  DEFAULT_PORT,
  listenProblem,
  portNumber,
} from '../server/settings/port.mjs'
import { install, root } from './install.mjs'
import { findNode, nodeIfPresent } from './node-24.mjs'
import { Problem } from './progress.mjs'

/**
 * Installs what runs the shop, once nothing is known that would end its start: a port in use or an
 * invalid setting. The settings are read by TypeScript, which an older Node without installed
 * packages does not run: then they are checked after the install. Returns whether they are valid;
 * what is wrong has been printed.
 */
export async function installForStart() {
  await checkPorts()
  const earlyNode = nodeIfPresent()
  if (earlyNode && !settingsAreValid(earlyNode)) return false
  await install('shop')
  return earlyNode !== null || settingsAreValid(findNode())
}

/** Listens where the shop will and stops again. Invalid ports are left to the settings. */
async function checkPorts() {
  const given = (name) => process.env[name]?.trim() || null
  const host = given('HOST')
  // Without HOST, the database decides whether the shop listens on more than these.
  for (const one of host ? [host] : ['127.0.0.1', '::1'])
    await checkPort(given('PORT') ?? DEFAULT_PORT, one, { port: 'PORT', host: 'HOST' })
  const metrics = given('METRICS_PORT')
  const names = { port: 'METRICS_PORT', host: 'METRICS_HOST' }
  if (metrics) await checkPort(metrics, given('METRICS_HOST') ?? DEFAULT_METRICS_HOST, names)
}

async function checkPort(value, host, names) {
  const port = portNumber(value)
  if (!port) return
  const error = await errorOfListening(port, host)
  const problem = error && listenProblem(error, { port, host }, names)
  if (problem) throw new Problem(problem)
}

function errorOfListening(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen({ port, host }, () => server.close(() => resolve(null)))
  })
}

function settingsAreValid(node) {
  const args = ['--disable-warning=ExperimentalWarning', 'server/start/check-settings.ts']
  return spawnSync(node, args, { cwd: root, stdio: 'inherit' }).status === 0
}
