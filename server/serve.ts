import { StartProblem } from '#db/embedded/start-problem.ts'
import type { DemoAccount } from '#demo/demo.ts'
import type { CreateApp } from './app-contract.ts'
import { logConsole } from './console-lines.ts'
import { migrateDatabase, openDatabase } from './database.ts'
import { isLoopback } from './door/loopback.ts'
import { type Before, listen } from './listen.ts'
import { listenForMetrics } from './metrics/listen-for-metrics.ts'
import { readSettings, type Settings, SettingsProblem } from './settings.ts'

/** What is served: the built app, or in development the one from Vite. */
export interface Served {
  createApp: CreateApp
  /** Null in development. */
  buildDirectory: string | null
  before?: Before
  close?: () => Promise<void>
}

const secondsForRequests = 10
const secondsForEverything = 40

/**
 * The life of the server's process: starts everything, serves, and at a signal stops it in reverse
 * order.
 */
export async function serve(load: (settings: Settings) => Promise<Served>): Promise<void> {
  const toClose: (() => Promise<void>)[] = []
  let ending = false
  const end = async (code: number) => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), secondsForEverything * 1000).unref()
    for (const close of toClose.reverse()) await close().catch(console.error)
    process.exit(code)
  }
  stopOnSignal(end)
  try {
    const settings = readSettings(process.env)
    const database = await openDatabase(settings, say)
    toClose.push(database.close)
    void database.lost.then((sentence) => {
      if (!ending) complain(`${sentence} Hemline stops; start it again.`)
      return end(1)
    })
    await migrateDatabase(database, say)
    const { createApp, buildDirectory, before, close } = await load(settings)
    if (close) toClose.push(close)
    const { target, directTarget } = database
    const app = await createApp({ settings, target, directTarget, buildDirectory })
    if (buildDirectory) logConsole(console, (output) => app.noteError(output))
    toClose.push(() => app.close())
    const patience = setTimeout(say, 1000, 'Setting up the demo …')
    const demoAccounts = await app.prepare()
    clearTimeout(patience)
    const listening = await listen((request, client) => app.handle(request, client), {
      port: settings.port,
      hosts: hostsFor(settings, demoAccounts),
      cached: (arriving) => app.cached(arriving),
      before,
      noteError: (error) => app.noteError(error),
    })
    toClose.push(() => listening.close(secondsForRequests))
    if (app.metrics && settings.metrics) {
      const noteError = (error: unknown) => app.noteError(error)
      const scraped = await listenForMetrics(app.metrics, settings.metrics, noteError)
      toClose.push(() => scraped.close(0))
      say(`Metrics: http://${settings.metrics.host}:${scraped.port}/metrics`)
    }
    await app.start()
    const warnings = await app.warnings()
    for (const line of announcement(settings, demoAccounts, listening.port, warnings)) say(line)
  } catch (error) {
    // Errors during shutdown are expected.
    if (!ending && isExplained(error)) complain(error.message)
    else if (!ending) console.error(error)
    await end(1)
  }
}

function stopOnSignal(end: (code: number) => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => say('Stopping …'))
    process.on(signal, () => void end(0))
  }
  // The channel to bin/start.mjs closes when that is killed.
  process.on('disconnect', () => void end(1))
  if (process.send && !process.connected) void end(1)
  process.on('uncaughtException', (error) => {
    console.error(error)
    void end(1)
  })
  // The reader of our output may have ended; that is no reason to crash.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

function isExplained(error: unknown): error is Error {
  return error instanceof SettingsProblem || error instanceof StartProblem
}

/**
 * The addresses to listen on. By default the app opens to a network only when it is ready for one:
 * no account with a published password, emails that are sent rather than shown, and a public URL
 * for the links in them. HOST can open it earlier, but requests never determine the links in
 * emails.
 */
export function hostsFor(
  settings: Settings,
  demoAccounts: readonly DemoAccount[],
): readonly (string | undefined)[] {
  const { payments, host, publicUrl, mail } = settings
  if (demoAccounts.length > 0 && payments.kind === 'stripe') {
    throw new StartProblem(
      `Payments are real, but anyone can sign in as ${demoAccounts.map(({ email }) => email).join(', ')}: their password is public. Delete these accounts or use another database.`,
    )
  }
  if (host === null) {
    const isReady = demoAccounts.length === 0 && mail.smtpUrl !== null && publicUrl !== null
    return isReady ? [undefined] : ['127.0.0.1', '::1']
  }
  if (publicUrl === null && demoAccounts.length === 0 && !isLoopback(host)) {
    throw new StartProblem(
      'PUBLIC_URL is missing: with HOST open to a network, links in mails need an address of their own (https://shop.example).',
    )
  }
  return [host]
}

/** Startup output, line by line. */
export function announcement(
  settings: Settings,
  demoAccounts: readonly DemoAccount[],
  port: number,
  warnings: readonly string[] = [],
): string[] {
  const { publicUrl, payments, host } = settings
  const isDemo = demoAccounts.length > 0
  return [
    '',
    `Hemline is open: ${publicUrl ?? `http://localhost:${port}`}`,
    ...(payments.kind === 'sandbox'
      ? ['Payments are in test mode: no real money is charged.']
      : []),
    ...warnings,
    ...(isDemo && host !== null && !isLoopback(host)
      ? ['WARNING: anyone who can reach this machine can sign in with the passwords below.']
      : []),
    ...(isDemo ? ['Sign in with one of these accounts:'] : []),
    ...demoAccounts.map(({ email, password, note }) => `  ${email}  ${password}  (${note})`),
    'Press Ctrl-C to stop.',
  ]
}

function say(line: string): void {
  console.log(line)
}

/** Startup output as it is. */
function complain(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
