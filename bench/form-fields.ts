import { spawnSync } from 'node:child_process'

/** Whether any field of any form takes a text longer than ten times as long as an unknown field. */
export function benchFormFields(): void {
  const { status } = spawnSync('vitest', ['run', '--project=bench'], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
