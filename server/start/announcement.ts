import { StartProblem } from '#db/embedded/start-problem.ts'
import type { DemoAccount } from '#demo/demo.ts'
import { isForOthers, isLoopback } from '#server/settings/loopback.ts'
import { paymentModeOf, TEST_KEY } from '#server/settings/payments.ts'
import type { Settings } from '#server/settings/settings.ts'

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
  const anyone = `anyone can sign in as ${demoAccounts.map(({ email }) => email).join(', ')}: their password is public`
  if (demoAccounts.length > 0 && payments.kind === 'stripe') {
    throw new StartProblem(
      `Payments are real, but ${anyone}. Delete these accounts or use another database.`,
    )
  }
  if (demoAccounts.length > 0 && isForOthers(publicUrl) && !settings.demo) {
    throw new StartProblem(
      `PUBLIC_URL is ${publicUrl}, but ${anyone}. Use another DATA_DIR or database, delete these accounts, or set SEED_DEMO=1 for a public demo.`,
    )
  }
  if (host === null) {
    const isReady = demoAccounts.length === 0 && mail.smtpUrl !== null && publicUrl !== null
    return isReady ? [undefined] : ['127.0.0.1', '::1']
  }
  if (publicUrl === null && demoAccounts.length === 0 && !isLoopback(host)) {
    throw new StartProblem(
      'PUBLIC_URL is missing: when HOST is open to a network, links in emails need a public address (https://shop.example).',
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
  const mode = paymentModeOf(payments)
  const isDemo = demoAccounts.length > 0
  const isOpen = isForOthers(publicUrl) || (host !== null && !isLoopback(host))
  return [
    '',
    `Hemline is running at ${publicUrl ?? `http://localhost:${port}`}`,
    ...(mode === 'sandbox' ? ['Payments are in test mode: no real money is charged.'] : []),
    ...(mode === 'test' ? [TEST_KEY] : []),
    ...warnings,
    ...(isDemo && isOpen
      ? ['WARNING: anyone who can reach this shop can sign in with the passwords below.']
      : []),
    ...(isDemo ? ['Sign in with one of these accounts:'] : []),
    ...demoAccounts.map(({ email, password, note }) => `  ${email}  ${password}  (${note})`),
    'Press Ctrl-C to stop.',
  ]
}
