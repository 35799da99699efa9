/** The output on console.error since the last test, once for everything in a worker. */
export const spoken: string[] = []

/**
 * The output on console.error so far; a test that provokes it takes it, so that it does not fail.
 */
export function takeConsoleErrors(): string[] {
  return spoken.splice(0)
}
