import { flatPng } from '#gateways/images/testing/hostile-files.ts'

/** A file that every form with photos accepts, as a browser sends it. */
export function photo(width = 300, height = 600, name = 'a.png'): File {
  return new File([new Uint8Array(flatPng(width, height))], name, { type: 'image/png' })
}
