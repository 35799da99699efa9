import { StartProblem } from '#db/embedded/start-problem.ts'
import type { CreateApp, DemoAccount } from './app-contract.ts'
import { migrateDatabase, openDatabase } from './database.ts'
import { type Before, listen } from './listen.ts'
import { readSettings, type Settings, SettingsProblem } from './settings.ts'

/** What is served: the built app, or the one that Vite makes as it is edited. */
export interface Served {
  createApp: CreateApp
  /** Null in development. */
  buildDirectory: string | null
  before?: Before
  close?: () => Promise<void>
}

const secondsForRequests = 10
const secondsForEverything = 40

/** The life of the server's process: start everything, serve, and at a signal end it in reverse. */
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
  endWhenTold(end)
  try {
    const settings = readSettings(process.env)
    const database = await openDatabase(settings, say)
    toClose.push(database.close)
    void database.lost.then((sentence) => {
      if (!ending) console.error(`${sentence} Hemline stops; start it again.`)
      return end(1)
    })
    await migrateDatabase(database, say)
    const { createApp, buildDirectory, before, close } = await load(settings)
    if (close) toClose.push(close)
    const { target, directTarget } = database
    const app = await createApp({ settings, target, directTarget, buildDirectory })
    toClose.push(() => app.close())
    const patience = setTimeout(say, 1000, 'Laying out the shop …')
    const demoAccounts = await app.prepare()
    clearTimeout(patience)
    const listening = await listen((request, client) => app.handle(request, client), {
      port: settings.port,
      hosts: hostsFor(settings, demoAccounts),
      kept: (arriving) => app.kept(arriving),
      before,
    })
    toClose.push(() => listening.close(secondsForRequests))
    await app.start()
    announce(settings, demoAccounts, listening.port)
  } catch (error) {
    // What fails because the end has begun is not news.
    if (!ending) console.error(isExplained(error) ? error.message : error)
    await end(1)
  }
}

function endWhenTold(end: (code: number) => Promise<void>): void {
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
  // Whoever read our output may be gone; that is no reason to crash.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

function isExplained(error: unknown): error is Error {
  return error instanceof SettingsProblem || error instanceof StartProblem
}

/** A published password must not open anything to the network, unless HOST asks for it. */
function hostsFor(
  settings: Settings,
  demoAccounts: readonly DemoAccount[],
): readonly (string | undefined)[] {
  if (demoAccounts.length > 0 && settings.payments.kind === 'stripe') {
    throw new StartProblem(
      `Payments are real, but anybody can sign in as ${demoAccounts.map(({ email }) => email).join(', ')}: their password is published. Delete these accounts or use another database.`,
    )
  }
  if (settings.host !== null) return [settings.host]
  return demoAccounts.length > 0 ? ['127.0.0.1', '::1'] : [undefined]
}

function announce(settings: Settings, demoAccounts: readonly DemoAccount[], port: number): void {
  say('')
  say(`Hemline is open: ${settings.publicUrl ?? `http://localhost:${port}`}`)
  if (settings.payments.kind === 'sandbox') say('Payments are not real.')
  if (demoAccounts.length > 0) say('Sign in with one of these accounts:')
  for (const { email, password, note } of demoAccounts) say(`  ${email}  ${password}  (${note})`)
  say('Ctrl-C stops it.')
}

function say(line: string): void {
  console.log(line)
}
