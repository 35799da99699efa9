import { afterEach, expect, vi } from 'vitest'
import { consoleErrors } from './console-errors.ts'

vi.spyOn(console, 'error').mockImplementation((...words) => {
  consoleErrors.push(
    words.map((word) => (word instanceof Error ? word.stack : String(word))).join(' '),
  )
})

afterEach(() => {
  expect(consoleErrors.splice(0), 'console.error was called').toEqual([])
})
