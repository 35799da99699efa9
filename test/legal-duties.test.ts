import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'

const duty = { id: z.string(), duty: z.string().min(1), law: z.string().min(1) }

const row = z.discriminatedUnion('status', [
  z.strictObject({
    ...duty,
    status: z.literal('met'),
    where: z.array(z.string()).min(1),
    test: z.string(),
  }),
  z.strictObject({ ...duty, status: z.literal('accepted'), reason: z.string().min(40) }),
])

const rows = z.array(row).parse(JSON.parse(readFileSync('docs/legal.json', 'utf8')))

/** Every duty that a shop in the United States should know about. */
const DUTIES = [
  'renewal-terms',
  'renewal-consent',
  'yearly-reminder',
  'renewal-notice',
  'price-change-notice',
  'gift-expiry',
  'gift-without-expiry',
  'gift-cash-out',
  'accessibility',
  'global-privacy-control',
]

test('every duty has one answer', () => {
  expect(rows.map(({ id }) => id)).toEqual(DUTIES)
})

test('duties that are met refer to files and tests that exist', () => {
  const named = rows.flatMap((one) => (one.status === 'met' ? [...one.where, one.test] : []))
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})

test('the table matches the data; -u writes it', async () => {
  const lines = rows.map((one) => {
    const why =
      one.status === 'met'
        ? [...one.where, one.test].map((path) => `[${path}](../${path})`).join('<br>')
        : one.reason
    return `| ${one.id} | ${one.status} | ${one.duty} | ${one.law} | ${why} |`
  })
  const text = `# Duties of a shop

Generated from [legal.json](legal.json) by \`npx vitest --project unit legal-duties -u\`; \`test/legal-duties.test.ts\` checks it.
What laws of the United States ask of a shop like this one, in our words; this is not legal advice. **Met**: the code,
and the test that verifies it. **Accepted**: not met, and why.

| id | status | duty | law | code and test, or reason |
|---|---|---|---|---|
${lines.join('\n')}
`
  await expect(text).toMatchFileSnapshot('../docs/legal.md')
})
