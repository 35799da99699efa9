import { expect, test } from 'vitest'
import { readDemo } from './demo.ts'
import { givenBy } from './given.ts'

test('a shop for visitors of other machines is no demo', () => {
  const demoAt = (publicUrl: string | null, env = {}) => {
    const wrong: string[] = []
    const shop = { database: { kind: 'embedded' }, realPayments: false, publicUrl } as const
    return { demo: readDemo(givenBy(env), shop, wrong), wrong }
  }
  for (const own of [null, 'http://localhost:3000', 'http://127.0.0.1', 'http://demo.localhost'])
    expect(demoAt(own, { SEED_DEMO: '1' })).toEqual({ demo: true, wrong: [] })
  expect(demoAt('https://shop.example')).toEqual({ demo: false, wrong: [] })
  expect(demoAt('https://shop.example', { SEED_DEMO: '1' })).toMatchObject({
    wrong: [
      'SEED_DEMO=1 cannot be used with PUBLIC_URL=https://shop.example: it adds accounts with a public password. Leave out one of the two.',
    ],
  })
})
