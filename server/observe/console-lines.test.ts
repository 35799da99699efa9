import { expect, test } from 'vitest'
import { logConsole } from './console-lines.ts'

test('console output of a package becomes one log line: its error, or its text', () => {
  const notes: unknown[] = []
  const output: unknown[] = []
  const say = (...words: unknown[]) => void output.push(words)
  const speaker = { error: say, warn: say, trace: say }
  logConsole(speaker, (note) => notes.push(note))
  const away = new Error('Connection terminated unexpectedly')
  speaker.trace(away)
  speaker.error('Retried %i times, and still failed:', 3, away)
  speaker.warn('Task %s has an invalid return value', 'send-mail')
  expect(notes).toEqual([away, away, 'Task send-mail has an invalid return value'])
  expect(output).toEqual([])
})
