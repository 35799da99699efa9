import { spawn } from 'node:child_process'
import { frugalMemory } from './frugal-memory.mjs'
import { install, root } from './install.mjs'
import { findNode } from './node-24.mjs'
import { main } from './progress.mjs'

// Makes the compile cache usable after the project's folder is moved or copied.
const portableCache = { NODE_COMPILE_CACHE_PORTABLE: '1' }

/**
 * Ends this process when the npm that started it has ended, even if npm was killed. Child processes
 * see their pipe or channel close, and end too.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  setInterval(() => process.ppid === npm || process.exit(1), 250).unref()
}

/** During `work`, termination signals are passed on instead of ending this process. */
export async function forwardingSignals(forward, work) {
  const signals = ['SIGINT', 'SIGTERM']
  for (const signal of signals) process.on(signal, forward)
  try {
    return await work
  } finally {
    for (const signal of signals) process.off(signal, forward)
  }
}

/** Installs what the shop needs and runs a program with the arguments of this one. */
export function runInstalled(program) {
  return main(async () => {
    endWithNpm()
    await install('shop')
    return runProgram(program, process.argv.slice(2), {})
  })
}

/**
 * Runs one of our TypeScript programs; resolves with its exit code. On SIGUSR2 the program is sent
 * the result of `atUpgrade`.
 */
export function runProgram(program, args, env, atUpgrade = async () => null) {
  const child = spawn(findNode(), ['--disable-warning=ExperimentalWarning', program, ...args], {
    cwd: root,
    env: { ...frugalMemory, ...portableCache, ...process.env, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (signal) process.stderr.write(`${program} was terminated by ${signal}.\n`)
      resolve(code ?? 1)
    })
  })
  process.on('SIGUSR2', async () => {
    const message = await atUpgrade()
    if (message && child.connected) child.send(message)
  })
  return forwardingSignals((signal) => child.kill(signal), ended)
}
