import { scaleBand, scaleLinear } from 'd3-scale'
import { curveStep, line } from 'd3-shape'
import { longMonth, shortMonth } from './figure-words.ts'

// Drawn on the server as positions and lengths, so that browsers do not load the drawing code.

/** How the bars of a series look; they can be told apart without color. */
export type Look = 'solid' | 'striped' | 'open'

/** In pixels. */
const HEIGHT = 220
/** Space above the highest bar, for the label of its tick. */
const TOP = 10
const TICKS = 4
const MIN_BAR = 1.5

type Series = {
  readonly name: string
  readonly look: Look
  readonly values: readonly number[]
}

type BarInput = {
  /** '2026-11', one for each value. */
  readonly months: readonly string[]
  readonly series: readonly Series[]
  /** A line through the middle of the bars, such as a price. */
  readonly level?: { readonly name: string; readonly values: readonly number[] }
  /** A value as text: '1,200', '$12', '45¢'. */
  readonly show: (value: number) => string
}

/**
 * Draws bars by month, those of a month side by side; null when all of them are 0. `x` and `width` are
 * in percent, `y` and `height` in pixels from the top, the line is in a box of 100 by `height`.
 */
export function drawBars({ months, series, level, show }: BarInput) {
  const all = series.flatMap(({ values }) => values)
  if (all.every((value) => value === 0)) return null
  const shown = [...all, ...(level?.values ?? [])]
  const y = scaleLinear([Math.min(0, ...shown), Math.max(0, ...shown)], [HEIGHT, TOP]).nice(TICKS)
  // The outer padding is half of the padding between months, so that all months are equally wide.
  const padding = series.length > 1 ? 0.3 : 0.5
  const x = scaleBand(months, [0, 100])
    .paddingInner(padding)
    .paddingOuter(padding / 2)
  const inner = scaleBand(
    series.map(({ name }) => name),
    [0, x.bandwidth()],
  ).paddingInner(0.12)
  const zero = y(0)
  const bands = months.map((month, index) => {
    const left = x(month) ?? 0
    const valued = series.map((one) => ({ ...one, value: one.values[index] ?? 0 }))
    return {
      label: shortMonth(month),
      more: index === 0 || month.endsWith('-01') ? month.slice(0, 4) : '',
      title: `${longMonth(month)}: ${valued.map(({ name, value }) => `${name} ${show(value)}`).join(', ')}`,
      x: rounded(left),
      width: rounded(x.bandwidth()),
      bars: valued.flatMap(({ name, look, value }) => {
        if (value === 0) return []
        const height = Math.max(MIN_BAR, Math.abs(y(value) - zero))
        return {
          look,
          x: rounded(left + (inner(name) ?? 0)),
          width: rounded(inner.bandwidth()),
          y: rounded(value > 0 ? zero - height : zero),
          height: rounded(height),
        }
      }),
    }
  })
  const middle = (index: number) => (x(months[index] ?? '') ?? 0) + x.bandwidth() / 2
  const path = line<number>((_, index) => middle(index), y)
    .curve(curveStep)
    .digits(2)
  return {
    height: HEIGHT,
    zero: rounded(zero),
    ticks: y.ticks(TICKS).map((value) => ({ y: rounded(y(value)), label: show(value) })),
    bands,
    legend: [...series, ...(level ? [{ name: level.name, look: 'line' as const }] : [])].map(
      ({ name, look }) => ({ name, look }),
    ),
    line: level ? path([...level.values]) : null,
  }
}

type Row = { readonly label: string; readonly value: number; readonly text: string }

/** Draws one bar for each row, in percent of `max`. */
export function drawRows(rows: readonly Row[], max: number) {
  const x = scaleLinear([0, Math.max(1, max)], [0, 100]).clamp(true)
  return rows.map(({ label, value, text }) => ({ label, text, width: rounded(x(value)) }))
}

export type DrawnBars = NonNullable<ReturnType<typeof drawBars>>
export type DrawnRows = ReturnType<typeof drawRows>

const rounded = (value: number) => Math.round(value * 100) / 100
