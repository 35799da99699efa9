import { expect, test } from 'vitest'
import { imageUses } from '#db/enums.ts'
import { cropAspect, drawnSize, initialCrop } from './crop-shape.ts'

const portrait = { width: 1000, height: 3000 }

test('item and outfit photos are 1:2, founders, logos and closets square, the rest is free', () => {
  expect(Object.fromEntries(imageUses.map((use) => [use, cropAspect(use)]))).toEqual({
    item: 0.5,
    outfit: 0.5,
    rating: null,
    founder: 1,
    closet: 1,
    logo: 1,
    section: null,
    support: null,
    handover: null,
    appeal: null,
    message: null,
    return_request: null,
  })
})

test('a crop starts with 90 % of the width, in the centre', () => {
  expect(initialCrop(portrait, 0.5)).toEqual({ unit: '%', x: 5, y: 20, width: 90, height: 60 })
  expect(initialCrop(portrait, null)).toMatchObject({ width: 90, height: 90 })
})

test.for([
  [4000, 3000],
  [300, 300],
  [1000, 1799],
  [1, 5000],
  [5000, 1],
])('a crop of a picture of %i × %i lies within it and keeps its shape', ([
  width = 1,
  height = 1,
]) => {
  for (const aspect of [0.5, 1, null]) {
    const crop = initialCrop({ width, height }, aspect)
    expect(Math.min(crop.x, crop.y)).toBeGreaterThanOrEqual(0)
    expect(Math.max(crop.x + crop.width, crop.y + crop.height)).toBeLessThanOrEqual(100)
    const ratio = (crop.width * width) / (crop.height * height)
    expect(ratio).toBeCloseTo(aspect ?? width / height, 6)
  }
})

test('the drawn crop is never larger than the stored one', () => {
  const crop = { unit: '%', x: 0, y: 0, width: 100, height: 100 } as const
  expect(drawnSize({ width: 6000, height: 12_000 }, crop, 'item')).toEqual({
    width: 1280,
    height: 2560,
  })
  expect(drawnSize({ width: 300, height: 600 }, crop, 'item')).toEqual({ width: 300, height: 600 })
})
