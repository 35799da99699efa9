import { format } from 'node:util'

/**
 * Packages that speak on the console by themselves, the queue's above all, do so over many lines.
 * From now on each time is one note.
 */
export function logConsole(
  speaker: Pick<Console, 'error' | 'warn' | 'trace'>,
  note: (output: unknown) => void,
): void {
  const receive = (...words: unknown[]) =>
    note(words.find((word) => word instanceof Error) ?? format(...words))
  Object.assign(speaker, { error: receive, warn: receive, trace: receive })
}
