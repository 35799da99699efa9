import { expect, test } from 'vitest'
import { makeBackupCodes } from './backup-codes.ts'

test('no letter or digit of a backup code can be mistaken for another', async () => {
  const { codes } = await makeBackupCodes()
  expect(codes).toHaveLength(10)
  for (const code of codes)
    expect(code).toMatch(/^([2-9A-HJKMNP-TV-Z]{4}-){2}[2-9A-HJKMNP-TV-Z]{4}$/)
})
