import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectPaths } from './architecture/source-files.ts'

const sources = projectPaths()
  .filter((path) =>
    /^(app|bin|db|demo|domain|gateways|packages|server)\/.*\.(ts|tsx|mjs)$/.test(path),
  )
  .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

function using(pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
}

test('no text becomes part of an SQL statement', () => {
  expect(using(/sql\.raw\(/)).toEqual([])
  // Only connections, migrations, backups and tools without the query builder use the driver
  // directly.
  expect(
    using(/\.query\(`[^`]*\$\{/).filter((path) => /^(app|domain|gateways)\//.test(path)),
  ).toEqual([])
})

test('no `in` subquery locks a batch of rows, because its limit depends on the plan', () => {
  // Relies on the formatting: the next bracket closes `where`, not `inBatch`.
  expect(using(/\.skipLocked\(\),\n *\)(?!,)|\bin \(\s*select[^`]* skip locked/)).toEqual([])
})

test('no text is evaluated as code, neither on the server nor in a browser', () => {
  expect(using(/\beval\(|new Function\(|node:vm|setTimeout\(['"`]/)).toEqual([])
  // For browsers too old for the scripts, <noscript> of our own page becomes part of it.
  expect(
    using(/dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write/),
  ).toEqual(['app/rendering/defer-scripts.ts'])
})

test('only the launcher of the app and its database starts other programs', () => {
  const starting = using(/child_process/)
  expect(starting.filter((path) => !/^(bin|db\/embedded)\//.test(path))).toEqual([])
  expect(using(/shell: true|execSync\(/)).toEqual([])
})

test('the app calls only the payment provider, the mail server, the image storage and webhooks', () => {
  const packages = /from '(stripe|nodemailer|@aws-sdk\/[\w-]+|undici)'/
  const calling = using(packages).filter((path) => !path.startsWith('packages/'))
  expect(calling.filter((path) => !path.startsWith('gateways/'))).toEqual([])
  // Only one file calls addresses that people have entered, and it checks where they lead.
  expect(using(/from 'node:(https|tls)'/)).toEqual(['gateways/webhooks/post-webhook.ts'])
  // A page in a browser asks our own server whether it is up to date.
  expect(using(/\bfetch\(/).filter((path) => /^(app|domain)\//.test(path))).toEqual([
    'app/components/messages/use-open-page.ts',
    'app/components/pages/use-reload-after-update.ts',
  ])
})

test('random values for security come from the system', () => {
  expect(using(/Math\.random/)).toEqual([])
})

test('each secret is known only where it is used', () => {
  const within = (pattern: RegExp, ...places: readonly RegExp[]) =>
    expect(using(pattern).filter((path) => !places.some((place) => place.test(path)))).toEqual([])
  // The settings read the environment once; our scripts pass it on.
  within(
    /process\.env\b/,
    /^(bin|packages|db\/embedded)\//,
    /^server\/(launch|start\/(archive-audit-log|serve|create-admin|backup|restore|doctor|stripe-setup|check-settings))\.ts$/,
    /^server\/start\/processes\/(serve-by-processes|web-process)\.ts$/,
    /^server\/door\/render-page\.ts$/,
  )
  expect(using(/process\.env\.(?!NODE_ENV)/).filter((path) => path.startsWith('server/'))).toEqual([
    'server/start/create-admin.ts',
    'server/start/restore.ts',
  ])
  within(
    /\bsessionSecret\b/,
    /^server\/(settings\/settings|app|start\/(create-admin|backup|restore)|data\/backup\/make-backup)\.ts$/,
  )
  within(
    /\bkeyFor\(/,
    /^domain\/accounts\/(sign-in\/(keys|auth|session-token|sealed-secret)|people\/unsubscribe-link)\.ts$/,
    /^app\/request\/known-browser\.ts$/,
  )
  within(
    /\b(secretKey|webhookSecret)\b/,
    /^server\/(settings\/(payments|stripe-account)|start\/(payments|set-up-stripe))\.ts$/,
    /^gateways\/stripe\//,
    /^packages\//,
  )
  within(
    /\bsecretAccessKey\b/,
    /^server\/settings\/image-store\.ts$/,
    /^gateways\/images\/s3-store\.ts$/,
  )
  within(
    /\bsmtpUrl\b/,
    /^server\/(settings\/mail|start\/announcement|app|observe\/doctor\/outside)\.ts$/,
  )
  // No page or route can read the settings, which contain the secrets.
  within(/\breadSettings\(/, /^server\//)
})

test('every external service is documented with its setting', () => {
  const table = readFileSync('docs/operations.md', 'utf8').split('## Network connections')[1] ?? ''
  const settings = sources
    .filter(({ path }) => /^server\/settings(\/|\.ts$)/.test(path))
    .map(({ text }) => text)
    .join('')
  const places = [...settings.matchAll(/given\('(\w*(?:_URL|_ENDPOINT))'/g)].map(([, name]) => name)
  expect(places.length).toBeGreaterThan(4)
  for (const name of [...places, 'STRIPE_SECRET_KEY']) expect(table).toContain(`\`${name}\``)
})
