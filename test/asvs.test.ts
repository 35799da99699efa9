import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'

const BOTH_LEVELS = `
V1.1.1-2 V1.2.1-9 V1.3.1-11 V1.4.1-3 V1.5.1-2 V2.1.1-3 V2.2.1-3 V2.3.1-4 V2.4.1 V3.2.1-2
V3.3.1-4 V3.4.1-6 V3.5.1-5 V3.7.1-2 V4.1.1-3 V4.2.1 V4.3.1-2 V4.4.1-4 V5.1.1 V5.2.1-3 V5.3.1-2
V5.4.1-3 V6.1.1-3 V6.2.1-12 V6.3.1-4 V6.4.1-4 V6.5.1-5 V6.6.1-3 V6.8.1-4 V7.1.1-3 V7.2.1-4
V7.3.1-2 V7.4.1-5 V7.5.1-2 V7.6.1-2 V8.1.1-2 V8.2.1-3 V8.3.1 V8.4.1 V9.1.1-3 V9.2.1-4 V10.1.1-2
V10.2.1-2 V10.3.1-4 V10.4.1-11 V10.5.1-5 V10.6.1-2 V10.7.1-3 V11.1.1-2 V11.2.1-3 V11.3.1-3
V11.4.1-4 V11.5.1 V11.6.1 V12.1.1-3 V12.2.1-2 V12.3.1-4 V13.1.1 V13.2.1-5 V13.3.1-2 V13.4.1-5
V14.1.1-2 V14.2.1-4 V14.3.1-3 V15.1.1-3 V15.2.1-3 V15.3.1-7 V16.1.1 V16.2.1-5 V16.3.1-4
V16.4.1-3 V16.5.1-3 V17.1.1 V17.2.1-4 V17.3.1-2
`

const row = z.discriminatedUnion('status', [
  z.strictObject({
    id: z.string(),
    status: z.literal('met'),
    subject: z.string().min(1),
    where: z.array(z.string()).min(1),
    test: z.string(),
  }),
  z.strictObject({
    id: z.string(),
    status: z.enum(['not applicable', 'deployment', 'accepted']),
    subject: z.string().min(1),
    reason: z.string().min(1),
  }),
])

const rows = z.array(row).parse(JSON.parse(readFileSync('docs/security/asvs.json', 'utf8')))

test('every requirement of ASVS 5.0, levels 1 and 2, has one answer, in order', () => {
  const ids = BOTH_LEVELS.trim()
    .split(/\s+/)
    .flatMap((section) => {
      const [, name, first, last] = /^(V\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(section) ?? []
      const [from, to] = [Number(first), Number(last ?? first)]
      return Array.from({ length: to - from + 1 }, (_, i) => `${name}.${from + i}`)
    })
  expect(ids).toHaveLength(253)
  expect(rows.map(({ id }) => id)).toEqual(ids)
})

test('requirements that are met refer to files and tests that exist', () => {
  const missing = rows.flatMap((one) =>
    one.status === 'met'
      ? [...one.where, one.test]
          .filter((path) => !existsSync(path))
          .map((path) => `${one.id}: ${path}`)
      : [],
  )
  expect(missing).toEqual([])
})

test('every accepted exception has a meaningful reason', () => {
  for (const one of rows) {
    if (one.status === 'accepted') expect(one.reason.length, one.id).toBeGreaterThan(40)
  }
})

test('the table matches the data; -u writes it', async () => {
  const counted = ['met', 'accepted', 'deployment', 'not applicable'].map(
    (status) => `${rows.filter((one) => one.status === status).length} ${status}`,
  )
  const lines = rows.map((one) => {
    const why =
      one.status === 'met'
        ? [...one.where, one.test].map((path) => `[${path}](../../${path})`).join('<br>')
        : one.reason
    return `| ${one.id} | ${one.status} | ${one.subject} | ${why} |`
  })
  const text = `# OWASP ASVS 5.0, levels 1 and 2

Generated from [asvs.json](asvs.json) by \`npx vitest --project unit asvs -u\`; \`test/asvs.test.ts\` checks that it is complete.
The subjects are our summaries; see the standard for the full requirements. **Met**: the code, and the test
that verifies it. **Accepted**: not met, and why that is acceptable here. **Deployment**: the responsibility
of the operator.

${rows.length} requirements: ${counted.join(', ')}.

| id | status | subject | code and test, or reason |
|---|---|---|---|
${lines.join('\n')}
`
  await expect(text).toMatchFileSnapshot('../docs/security/asvs.md')
})
