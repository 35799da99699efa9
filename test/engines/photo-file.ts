import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** The path of a JPEG with these bytes, until the end of the test. */
export function photoFile(bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'hemline-photo-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'a.jpg')
  writeFileSync(path, bytes)
  return path
}
