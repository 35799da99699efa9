import { slope } from './body.ts'
import { type Point, ribbon, type Step, trace } from './curve.ts'

export type Neck =
  | 'v'
  | 'deep-v'
  | 'scoop'
  | 'crew'
  | 'boat'
  | 'square'
  | 'high'
  | 'halter'
  | 'sweetheart'
  | 'straight'
  | 'strappy'
  | 'cowl'
  | 'off-shoulder'

export type Top = {
  /** From the centre's top to the underarm. */
  half: Point[]
  straps: Point[][]
}

const fromShoulder = (neck: Step[], outer: number, ux: number, uy: number): Point[] => {
  const oy = slope(outer)
  return trace(...neck, [outer, oy], [outer - 1.5, oy + 6, 13.2, uy - 4, ux, uy])
}

/** The upper edge of a bodice; `half` is its half width, `outer` where a shoulder ends. */
export function upperEdge(neck: Neck, half: (y: number) => number, outer = 12.4): Top {
  const uy = 18.5
  const ux = half(uy)
  const straps: Point[][] = []
  const hold = (x: number, y: number, end = 8.6) => {
    for (const s of [-1, 1])
      straps.push(
        ribbon(
          trace([s * x, y + 0.4], [s * (x + 0.1), y - 6, s * end, 3, s * end, slope(end) - 0.3]),
          () => 0.62,
        ),
      )
  }
  switch (neck) {
    case 'v':
      return {
        half: fromShoulder(
          [
            [0, 17],
            [2.4, 12, 5.8, 4, 6.9, slope(6.9)],
          ],
          outer,
          ux,
          uy,
        ),
        straps,
      }
    case 'deep-v':
      return {
        half: fromShoulder(
          [
            [0, 27],
            [2.6, 20, 6.4, 8, 7.4, slope(7.4)],
          ],
          outer,
          ux,
          uy,
        ),
        straps,
      }
    case 'scoop':
      return {
        half: fromShoulder(
          [
            [0, 10.5],
            [4.6, 10.4, 7.2, 6, 7.4, slope(7.4)],
          ],
          outer,
          ux,
          uy,
        ),
        straps,
      }
    case 'crew':
      return {
        half: fromShoulder(
          [
            [0, 2.8],
            [3.6, 2.7, 5.9, 1, 6.4, slope(6.4)],
          ],
          outer,
          ux,
          uy,
        ),
        straps,
      }
    case 'boat':
      return {
        half: fromShoulder(
          [
            [0, 1.6],
            [4.5, 1.7, 8, 1, 9.4, slope(9.4)],
          ],
          outer,
          ux,
          uy,
        ),
        straps,
      }
    case 'square':
      return {
        half: fromShoulder(
          [
            [0, 11.8],
            [8.6, 11.6],
            [8.4, 7, 8.2, 3, 8.2, slope(8.2)],
          ],
          outer,
          ux,
          uy,
        ),
        straps,
      }
    case 'high':
      return {
        half: fromShoulder(
          [
            [0, -5.9],
            [2, -5.8, 4.4, -6, 5.3, -6.3],
            [5.2, -4.4, 5.4, -3.2, 6.6, slope(6.6)],
          ],
          outer,
          ux,
          uy,
        ),
        straps,
      }
    case 'halter':
      return {
        half: trace(
          [0, -5.9],
          [2, -5.8, 4.4, -6, 5.3, -6.3],
          [5.4, -4, 6.4, -1.6, 7.6, 0.6],
          [9, 6, 11, 14, ux, uy],
        ),
        straps,
      }
    case 'sweetheart':
      return {
        half: trace([0, 18.6], [0.8, 16, 4.4, 12.6, 8.4, 12.6], [12, 12.7, 14.6, 15, half(17), 17]),
        straps,
      }
    case 'straight':
      return { half: trace([0, 14.6], [6, 14, 11, 13.9, half(16.4), 16.4]), straps }
    case 'strappy':
      hold(8.3, 11.4)
      return {
        half: trace([0, 19], [3.2, 17.4, 6.6, 14.6, 8.2, 11.2], [9.8, 14.8, 12.6, 17.6, ux, uy]),
        straps,
      }
    case 'cowl':
      hold(8.8, 9.4)
      return {
        half: trace([0, 14.6], [4, 14.2, 7.2, 11.6, 8.8, 9.2], [10, 13.4, 12.8, 17.4, ux, uy]),
        straps,
      }
    case 'off-shoulder':
      return {
        half: trace([0, 11.8], [7, 11.6, 12.5, 10.4, 16.6, 8.4], [17.4, 12, 16.8, 15, ux, uy]),
        straps,
      }
  }
}
