import type { TestProject } from 'vitest/node'

/** The build with the mutants in it, which the command has made before. */
export default function (project: TestProject): void {
  project.provide('buildDirectory', process.env.MUTATION_BUILD ?? '')
}
