import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import everyday, { ofServer } from '../../vitest.config.ts'
import { mutantsPlugin } from './plugin.ts'

const root = join(import.meta.dirname, '../..')
const isRequest = process.env.MUTATION_LAYER === 'request'

/** One process, which runs the plan in `MUTATION_PLAN`. */
export default defineConfig({
  root,
  plugins: [mutantsPlugin()],
  test: {
    ...everyday.test,
    projects: undefined,
    name: isRequest ? 'request' : 'domain',
    include: ['tools/mutation/begin.ts'],
    setupFiles: [...(everyday.test?.setupFiles ?? []), ...ofServer],
    runner: 'tools/mutation/runner.ts',
    maxWorkers: 1,
    sequence: {},
    hookTimeout: 60_000,
    reporters: [{}],
    ...(isRequest ? { env: { NODE_ENV: 'production' } } : {}),
    globalSetup: [
      'test/setup/postgres.ts',
      'test/setup/stripe-schemas.ts',
      ...(isRequest ? ['tools/mutation/mutated-build.ts'] : []),
    ],
  },
})
