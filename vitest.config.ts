import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const everyFile = { extends: true as const }

/** Absolute: vitest would look for a relative path in every folder of packages, for each project. */
const setup = (name: string) => join(import.meta.dirname, 'test/setup', `${name}.ts`)

/** What the code of the app needs besides, in all projects but `unit`. */
export const ofServer = [setup('fast-hashing'), setup('reversed-rows')]

/** The journeys that also run in Firefox: what people do most, and what engines do differently. */
const inFirefox = [
  'about-editing',
  'admin',
  'board-rented',
  'boards',
  'closet-day',
  'closet-photos',
  'cropping',
  'handover',
  'home-editing',
  'item',
  'left-while-loading',
  'pay-to-rent',
  'renting',
  'returns',
  'sentence-walk',
]

/** The longest tests start first, so that no core is still running one alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = ['journeys', 'firefox', 'faults', 'lifecycle', 'simulation']
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
    setupFiles: [setup('console-errors-fail')],
    // One PostgreSQL and one migrated template for the whole run.
    globalSetup: [setup('postgres')],
    // The built app is loaded as it is.
    server: { deps: { external: [/\/build\/[^/]+\/server\//] } },
    projects: [
      {
        // Needs neither a database nor a build.
        ...everyFile,
        test: {
          name: 'unit',
          include: [
            '{app,bin,tools/explore,tools/orders/check}/**/*.test.{ts,tsx}',
            'test/*.test.ts',
          ],
        },
      },
      {
        // Tests that call `testDatabase()` get a clone of the migrated database.
        ...everyFile,
        test: {
          name: 'domain',
          setupFiles: ofServer,
          include: ['{domain,gateways,db,demo,packages,server,tools/bench/seed}/**/*.test.ts'],
          // Stripe's types as schemas that check the sandbox's responses.
          globalSetup: [setup('stripe-schemas')],
        },
      },
      {
        // The built app through its request handler.
        ...everyFile,
        test: {
          name: 'request',
          setupFiles: ofServer,
          env: { NODE_ENV: 'production' },
          include: ['test/request/**/*.test.ts'],
          globalSetup: [setup('build'), setup('stripe-schemas')],
        },
      },
      {
        // The app in a real browser, as people use it.
        ...everyFile,
        test: {
          name: 'journeys',
          setupFiles: ofServer,
          env: { NODE_ENV: 'production' },
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: [setup('build'), setup('chromium'), setup('stripe-schemas')],
        },
      },
      {
        // The main journeys in WebKit, where it is installed.
        ...everyFile,
        test: {
          name: 'webkit',
          setupFiles: [...ofServer, setup('webkit-or-skip')],
          env: { NODE_ENV: 'production' },
          include: ['test/engines/**/*.test.ts'],
          globalSetup: [setup('build'), setup('webkit'), setup('stripe-schemas')],
        },
      },
      {
        // Some of the journeys in a released Firefox.
        ...everyFile,
        test: {
          name: 'firefox',
          setupFiles: [...ofServer, setup('firefox-or-skip')],
          env: { NODE_ENV: 'production' },
          include: [
            'test/firefox/**/*.test.ts',
            ...inFirefox.map((name) => `test/journeys/${name}.test.ts`),
          ],
          globalSetup: [setup('build'), setup('firefox'), setup('stripe-schemas')],
        },
      },
      {
        // The app with its connections to other services and clients cut at every message.
        ...everyFile,
        test: {
          name: 'faults',
          setupFiles: ofServer,
          env: { NODE_ENV: 'production' },
          include: ['test/faults/**/*.test.ts'],
          globalSetup: [setup('build'), setup('stripe-schemas')],
        },
      },
      {
        // Random actions on the real domain, compared with a model.
        ...everyFile,
        test: {
          name: 'simulation',
          setupFiles: ofServer,
          include: ['tools/simulation/**/*.test.ts'],
          globalSetup: [setup('stripe-schemas')],
        },
      },
      {
        // Many random faults for `npm run test:faults`; not a step of `npm test`.
        ...everyFile,
        test: {
          name: 'long-faults',
          setupFiles: ofServer,
          env: { NODE_ENV: 'production' },
          include: ['tools/faults/**/*.test.ts'],
          globalSetup: [setup('build'), setup('stripe-schemas'), setup('fault-results')],
          testTimeout: 10_800_000,
        },
      },
      {
        // Several simulated machines, for `npm run test:cluster`; not a step of `npm test`.
        ...everyFile,
        test: {
          name: 'cluster',
          setupFiles: ofServer,
          env: { NODE_ENV: 'production' },
          include: ['tools/cluster/**/*.test.ts'],
          globalSetup: [setup('build'), setup('stripe-schemas'), setup('fault-results')],
          testTimeout: 7_200_000,
          hookTimeout: 300_000,
        },
      },
      {
        // What people saw while processes were killed, for `npm run test:orders`; not a step of `npm test`.
        ...everyFile,
        test: {
          name: 'orders',
          setupFiles: ofServer,
          env: { NODE_ENV: 'production' },
          include: ['tools/orders/*.test.ts'],
          globalSetup: [setup('build'), setup('stripe-schemas')],
          testTimeout: 10_800_000,
          hookTimeout: 300_000,
        },
      },
      {
        // Tests that measure, for `npm run bench`; not a step of `npm test`.
        ...everyFile,
        test: {
          name: 'bench',
          setupFiles: ofServer,
          env: { NODE_ENV: 'production' },
          include: ['tools/bench/*.test.ts'],
          globalSetup: [setup('build'), setup('stripe-schemas')],
        },
      },
      {
        // Processes: start, signals, kills.
        ...everyFile,
        test: {
          name: 'lifecycle',
          setupFiles: ofServer,
          include: ['test/lifecycle/**/*.test.ts'],
          globalSetup: [setup('opened-once')],
          testTimeout: 300_000,
        },
      },
    ],
  },
})
