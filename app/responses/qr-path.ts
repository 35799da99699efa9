import { encode } from 'uqr'

/** A text as a QR code: the side in modules, and the dark modules as the path of an SVG. */
export function qrPath(text: string): { readonly side: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 2 })
  const dark = data.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { side: size, path: dark.join('') }
}
