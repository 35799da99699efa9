import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const everyFile = { extends: true as const }

/** The longest tests start first, so that no core is still running one alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = ['journeys', 'faults', 'lifecycle', 'simulation']
    const isLong = ({ project }: TestSpecification) => (long.includes(project.name) ? 0 : 1)
    return (await super.sort(files)).toSorted((a, b) => isLong(a) - isLong(b))
  }
}

export default defineConfig({
  test: {
    // One more than there are cores: many files wait for processes, a browser or PostgreSQL.
    maxWorkers: availableParallelism() + 1,
    // These limits only end tests that hang: a busy machine must not fail them.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongestFirst },
    // A worker reuses imported modules for its next file: none of ours keeps state of a test.
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
        // Needs neither a database nor a build.
        ...everyFile,
        test: { name: 'unit', include: ['{app,bin}/**/*.test.{ts,tsx}', 'test/*.test.ts'] },
      },
      {
        // Tests that call `testDatabase()` get a clone of the migrated database.
        ...everyFile,
        test: {
          name: 'domain',
          include: ['{domain,gateways,db,demo,packages,server,tools/bench/seed}/**/*.test.ts'],
          // Stripe's types as schemas that check the sandbox's responses.
          globalSetup: ['test/setup/stripe-schemas.ts'],
        },
      },
      {
        // The built app through its request handler.
        ...everyFile,
        test: {
          name: 'request',
          env: { NODE_ENV: 'production' },
          include: ['test/request/**/*.test.ts'],
          globalSetup: ['test/setup/build.ts', 'test/setup/stripe-schemas.ts'],
        },
      },
      {
        // The app in a real browser, as people use it.
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
        // The app with its connections to other services and clients cut at every message.
        ...everyFile,
        test: {
          name: 'faults',
          env: { NODE_ENV: 'production' },
          include: ['test/faults/**/*.test.ts'],
          globalSetup: ['test/setup/build.ts', 'test/setup/stripe-schemas.ts'],
        },
      },
      {
        // Random actions on the real domain, compared with a model.
        ...everyFile,
        test: {
          name: 'simulation',
          include: ['tools/simulation/**/*.test.ts'],
          globalSetup: ['test/setup/stripe-schemas.ts'],
        },
      },
      {
        // Many random faults for `npm run test:faults`; not a step of `npm test`.
        ...everyFile,
        test: {
          name: 'long-faults',
          env: { NODE_ENV: 'production' },
          include: ['tools/faults/**/*.test.ts'],
          globalSetup: [
            'test/setup/build.ts',
            'test/setup/stripe-schemas.ts',
            'test/setup/fault-results.ts',
          ],
          testTimeout: 10_800_000,
        },
      },
      {
        // Several simulated machines, for `npm run test:cluster`; not a step of `npm test`.
        ...everyFile,
        test: {
          name: 'cluster',
          env: { NODE_ENV: 'production' },
          include: ['tools/cluster/**/*.test.ts'],
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
        // Tests that measure, for `npm run bench`; not a step of `npm test`.
        ...everyFile,
        test: {
          name: 'bench',
          env: { NODE_ENV: 'production' },
          include: ['tools/bench/*.test.ts'],
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
