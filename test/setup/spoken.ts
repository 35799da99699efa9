/** What was said on console.error since the last test, once for all that a worker runs. */
export const spoken: string[] = []

/** What was said on console.error so far; a test that provokes it takes it, so that it does not fail. */
export function takeConsoleErrors(): string[] {
  return spoken.splice(0)
}
