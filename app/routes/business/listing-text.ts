import { isUtf8 } from 'node:buffer'

/**
 * The text of a file as spreadsheets write it: in UTF-8, in UTF-16 with a byte order mark, otherwise
 * in Windows-1252, the encoding of Excel's "CSV". Null for a file that is no text, such as a workbook.
 */
export function listingText(bytes: Uint8Array): string | null {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  return text.includes('\0') ? null : text
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}
