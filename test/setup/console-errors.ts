/** The output on console.error since the last test, shared by everything in a worker. */
export const consoleErrors: string[] = []

/**
 * Returns and clears the output on console.error. A test that expects output calls it, or it fails.
 */
export function takeConsoleErrors(): string[] {
  return consoleErrors.splice(0)
}
