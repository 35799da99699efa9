// A drawn chart: positions and lengths, for components that only render them. Drawn on the server,
// so that browsers do not load the drawing code.

/** How the bars of a series look; they can be told apart without color. */
export type Look = 'solid' | 'striped' | 'open'

export type DrawnBar = {
  readonly look: Look
  /** In percent of the width. */
  readonly x: number
  readonly width: number
  /** In pixels from the top. */
  readonly y: number
  readonly height: number
}

export type DrawnBars = {
  /** In pixels. */
  readonly height: number
  readonly zero: number
  readonly ticks: readonly { readonly y: number; readonly label: string }[]
  readonly bands: readonly {
    readonly label: string
    /** A second line, such as a year. */
    readonly more: string
    /** The values as text, shown on hover. */
    readonly title: string
    readonly x: number
    readonly width: number
    readonly bars: readonly DrawnBar[]
  }[]
  readonly legend: readonly { readonly name: string; readonly look: Look | 'line' }[]
  /** A path in a box of 100 by `height`. */
  readonly line: string | null
}

export type DrawnRows = readonly {
  readonly label: string
  readonly text: string
  /** In percent. */
  readonly width: number
}[]
