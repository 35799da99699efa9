import { expect, test } from 'vitest'
import { PrimaryPositions, positionOf } from './freshness.ts'

const NEVER = Number.NEGATIVE_INFINITY

test('a position has two halves', () => {
  expect(positionOf('0/0')).toBe(0n)
  expect(positionOf('16/B374D848')).toBe(0x16b374d848n)
  expect(positionOf('1/0') > positionOf('0/FFFFFFFF')).toBe(true)
})

test('a replica shows what was committed before the primary reached its position', () => {
  const positions = new PrimaryPositions(60_000)
  expect(positions.shownUntil(100n)).toBe(NEVER)
  positions.add(100n, 1_000)
  positions.add(200n, 2_000)
  positions.add(300n, 3_000)
  expect(positions.shownUntil(99n)).toBe(NEVER)
  expect(positions.shownUntil(100n)).toBe(1_000)
  expect(positions.shownUntil(299n)).toBe(2_000)
  expect(positions.shownUntil(900n)).toBe(3_000)
})

test('replicas of a primary that writes nothing do not fall behind', () => {
  const positions = new PrimaryPositions(60_000)
  for (const at of [1_000, 2_000, 3_000]) positions.add(100n, at)
  expect(positions.shownUntil(100n)).toBe(3_000)
})

test('a new primary can begin below the last position of the one before it', () => {
  const positions = new PrimaryPositions(60_000)
  positions.add(500n, 1_000)
  positions.add(400n, 2_000)
  expect(positions.shownUntil(400n)).toBe(2_000)
  expect(positions.shownUntil(399n)).toBe(NEVER)
})

test('positions are remembered for as long as they matter', () => {
  const positions = new PrimaryPositions(5_000)
  for (let at = 0; at <= 20_000; at += 1_000) positions.add(BigInt(at), at)
  expect(positions.shownUntil(14_999n)).toBe(NEVER)
  expect(positions.shownUntil(15_000n)).toBe(15_000)
})
