import type { TestProject } from 'vitest/node'
import type { TestServer } from '#test/postgres/test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestServer
  }
}

/** A developer's own settings, which would affect the tests. */
const settingsThatInterfere =
  /^(TEST_)?DATABASE_|^(STRIPE|S3|SMTP)_|^(PAYMENTS|SESSION_SECRET|DATA_DIR|HOST|PORT|PUBLIC_URL|MAIL|MAIL_FROM|TRUST_PROXY|TIME_ZONE|STATEMENTS|SEED_DEMO)$/

/** Projects whose tests need no database or start their own. */
const withoutClones = ['unit', 'lifecycle']

export default async function (project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const url = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL
  for (const name of Object.keys(process.env)) {
    if (settingsThatInterfere.test(name)) delete process.env[name]
  }
  if (project.vitest.projects.every(({ name }) => withoutClones.includes(name))) return
  // Only here, so that unit tests do not wait for it.
  const { onGivenServer, onThrowAwayServer } = await import('#test/postgres/test-server.ts')
  const { server, stop } = await (url ? onGivenServer(url) : onThrowAwayServer())
  project.provide('postgres', server)
  return stop
}
