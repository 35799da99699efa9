import type { TestProject } from 'vitest/node'
import { build } from '../../bin/build.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** Absolute, with `client/` and `server/` in it. */
    buildDirectory: string
  }
}

export default async function (project: TestProject): Promise<void> {
  project.provide('buildDirectory', await build())
}
