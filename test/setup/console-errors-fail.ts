import { afterEach, expect, vi } from 'vitest'

const spoken: string[] = []

vi.spyOn(console, 'error').mockImplementation((...words) => {
  spoken.push(words.map((word) => (word instanceof Error ? word.stack : String(word))).join(' '))
})

afterEach(() => {
  expect(spoken.splice(0), 'console.error was called').toEqual([])
})

/** What was said on console.error so far; a test that provokes it takes it, so that it does not fail. */
export function takeConsoleErrors(): string[] {
  return spoken.splice(0)
}
