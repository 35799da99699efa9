import { format } from 'node:util'

/**
 * Some packages, above all the queue, print several lines to the console. This turns each call into
 * one log line.
 */
export function logConsole(
  speaker: Pick<Console, 'error' | 'warn' | 'trace'>,
  note: (output: unknown) => void,
): void {
  const receive = (...words: unknown[]) =>
    note(words.find((word) => word instanceof Error) ?? format(...words))
  Object.assign(speaker, { error: receive, warn: receive, trace: receive })
}
