import { spawnSync } from 'node:child_process'

/** Tests that no field of any form takes more than ten times as long as an unknown field. */
export function benchFormFields(): void {
  const { status } = spawnSync('vitest', ['run', '--project=bench'], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
