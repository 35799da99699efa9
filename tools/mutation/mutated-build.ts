import type { TestProject } from 'vitest/node'

/** The build with the mutants, which the command has already made. */
export default function (project: TestProject): void {
  project.provide('buildDirectory', process.env.MUTATION_BUILD ?? '')
}
