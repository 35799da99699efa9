import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const everyFile = { extends: true as const }

/** What takes longest begins first, so that no core is left with it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = ['journeys', 'faults', 'lifecycle', 'simulation']
    const isLong = ({ project }: TestSpecification) => (long.includes(project.name) ? 0 : 1)
    return (await super.sort(files)).toSorted((a, b) => isLong(a) - isLong(b))
  }
}

export default defineConfig({
  test: {
    // Many files wait for processes, for a browser or for PostgreSQL: one more than there are cores.
    maxWorkers: availableParallelism() + 1,
    // A busy machine is no fault of the code: limits only end what hangs.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongestFirst },
    // A worker keeps what it has imported for its next file: no module of ours holds state of a test.
    isolate: false,
    setupFiles: [
      'test/setup/console-errors-fail.ts',
      'test/setup/fast-hashing.ts',
      'test/setup/reversed-rows.ts',
    ],
    // One PostgreSQL and one migrated template for the whole run.
    globalSetup: ['test/setup/postgres.ts'],
    // The built app is loaded as it is.
    server: { deps: { external: [/\/build\/[^/]+\/server\//] } },
    projects: [
      {
        // Nothing but the code.
        ...everyFile,
        test: { name: 'unit', include: ['{app,bin}/**/*.test.{ts,tsx}', 'test/*.test.ts'] },
      },
      {
        // A clone of the migrated database is there for whoever calls `testDatabase()`.
        ...everyFile,
        test: {
          name: 'domain',
          include: ['{domain,gateways,db,demo,sandbox,server,bench/seed}/**/*.test.ts'],
          // The types of Stripe as schemas for what the sandbox answers.
          globalSetup: ['test/setup/stripe-schemas.ts'],
        },
      },
      {
        // The built app behind its one door.
        ...everyFile,
        test: {
          name: 'request',
          env: { NODE_ENV: 'production' },
          include: ['test/request/**/*.test.ts'],
          globalSetup: ['test/setup/build.ts', 'test/setup/stripe-schemas.ts'],
        },
      },
      {
        // The app as a person sees it, in a real browser.
        ...everyFile,
        test: {
          name: 'journeys',
          env: { NODE_ENV: 'production' },
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: [
            'test/setup/build.ts',
            'test/setup/chromium.ts',
            'test/setup/stripe-schemas.ts',
          ],
        },
      },
      {
        // The app cut off from the world, or the world from the app, at every message.
        ...everyFile,
        test: {
          name: 'faults',
          env: { NODE_ENV: 'production' },
          include: ['test/faults/**/*.test.ts'],
          globalSetup: ['test/setup/build.ts', 'test/setup/stripe-schemas.ts'],
        },
      },
      {
        // Chance acts on the real thing, and a model says what should come of it.
        ...everyFile,
        test: {
          name: 'simulation',
          include: ['test/simulation/**/*.test.ts'],
          globalSetup: ['test/setup/stripe-schemas.ts'],
        },
      },
      {
        // Many random faults for `npm run test:faults`; not a step of `npm test`.
        ...everyFile,
        test: {
          name: 'long-faults',
          env: { NODE_ENV: 'production' },
          include: ['test/long-faults/**/*.test.ts'],
          globalSetup: [
            'test/setup/build.ts',
            'test/setup/stripe-schemas.ts',
            'test/setup/fault-results.ts',
          ],
          testTimeout: 10_800_000,
        },
      },
      {
        // Several machines on one, for `npm run test:cluster`; not a step of `npm test`.
        ...everyFile,
        test: {
          name: 'cluster',
          env: { NODE_ENV: 'production' },
          include: ['test/cluster/**/*.test.ts'],
          globalSetup: [
            'test/setup/build.ts',
            'test/setup/stripe-schemas.ts',
            'test/setup/fault-results.ts',
          ],
          testTimeout: 7_200_000,
          hookTimeout: 300_000,
        },
      },
      {
        // What is measured, for `npm run bench`; not a step of `npm test`.
        ...everyFile,
        test: {
          name: 'bench',
          env: { NODE_ENV: 'production' },
          include: ['bench/*.test.ts'],
          globalSetup: ['test/setup/build.ts', 'test/setup/stripe-schemas.ts'],
        },
      },
      {
        // Processes: start, signals, kills.
        ...everyFile,
        test: {
          name: 'lifecycle',
          include: ['test/lifecycle/**/*.test.ts'],
          globalSetup: ['test/setup/opened-once.ts'],
          testTimeout: 300_000,
        },
      },
    ],
  },
})
