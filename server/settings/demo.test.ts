import { expect, test } from 'vitest'
import { readDemo } from './demo.ts'
import { givenBy } from './given.ts'

test('a shop for visitors on other machines is a demo only if that is requested', () => {
  const isDemo = (publicUrl: string | null, env = {}) => {
    const wrong: string[] = []
    const shop = { database: { kind: 'embedded' }, realPayments: false, publicUrl } as const
    const demo = readDemo(givenBy(env), shop, wrong)
    expect(wrong).toEqual([])
    return demo
  }
  for (const own of [null, 'http://localhost:3000', 'http://127.0.0.1', 'http://demo.localhost'])
    expect(isDemo(own)).toBe(true)
  expect(isDemo('https://shop.example')).toBe(false)
  expect(isDemo('https://shop.example', { SEED_DEMO: '1' })).toBe(true)
})
