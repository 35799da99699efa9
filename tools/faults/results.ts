import { appendFileSync, readFileSync } from 'node:fs'
import type { Count } from './count-found.ts'

export interface Result extends Partial<Count> {
  readonly fault: string
  readonly times?: number
  /** Seconds; empty if nothing was unavailable. */
  readonly recoveries?: readonly number[]
}

/** Adds a row to the table that `npm run test:faults` prints at the end. */
export function report(file: string, result: Result): void {
  appendFileSync(file, `${JSON.stringify(result)}\n`)
}

const columns = ['fault', 'times', 'acknowledged', 'found', 'lost', 'doubled', 'median', 'longest']

export function tableOf(file: string): string {
  const results = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): Result => JSON.parse(line))
  const rows = [columns, ...results.map(cellsOf)]
  const widths = columns.map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  )
  return rows.map((cells) => lineOf(cells, widths)).join('\n')
}

function cellsOf({ fault, times, recoveries = [], ...count }: Result): string[] {
  const sorted = recoveries.toSorted((a, b) => a - b)
  const seconds = (value: number | undefined) =>
    value === undefined ? '' : `${value.toFixed(2)} s`
  return [
    fault,
    ...[times, count.acknowledged, count.found, count.lost, count.doubled].map((one) =>
      one === undefined ? '' : one.toLocaleString('en-US'),
    ),
    seconds(sorted[Math.floor(sorted.length / 2)]),
    seconds(sorted.at(-1)),
  ]
}

/** The first column is text, the others are numbers. */
function lineOf(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, column) => {
      const width = widths[column] ?? 0
      return column === 0 ? cell.padEnd(width) : cell.padStart(width)
    })
    .join('  ')
    .trimEnd()
}
