import type { TestProject } from 'vitest/node'
import { build } from '../../bin/build.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** Absolute path of the folder that has `client/` and `server/`. */
    buildDirectory: string
  }
}

export default async function (project: TestProject): Promise<void> {
  project.provide('buildDirectory', await build())
}
