import { afterEach, expect, vi } from 'vitest'
import { spoken } from './spoken.ts'

vi.spyOn(console, 'error').mockImplementation((...words) => {
  spoken.push(words.map((word) => (word instanceof Error ? word.stack : String(word))).join(' '))
})

afterEach(() => {
  expect(spoken.splice(0), 'console.error was called').toEqual([])
})
