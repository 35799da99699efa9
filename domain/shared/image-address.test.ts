import { expect, test } from 'vitest'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { newId } from './ids.ts'
import {
  imageAddress,
  imageInWidth,
  imageNameIn,
  imageSources,
  imageWidthIn,
  imageWidths,
  servedWidth,
} from './image-address.ts'

const { db } = await testDatabase()

test('the id of an image can be read from its address', () => {
  const id = newId()
  expect(imageNameIn(imageAddress(id))).toBe(id)
  expect(imageNameIn(`${imageAddress(id)}/`)).toBe(id)
  for (const other of ['', `/${id}`, `/images/${id}/x`, '/images/', `x/images/${id}`])
    expect(imageNameIn(other)).toBeNull()
})

test('the columns of items and brands store the address of their image', async () => {
  const image = await make(db).image()
  const { image_url } = await make(db).item({ image_id: image.id })
  expect(image_url).toBe(imageAddress(image.id))
  const logo = await make(db).image({ use: 'logo' })
  const { logo_url } = await make(db).brand({ logo_image_id: logo.id })
  expect(logo_url).toBe(imageAddress(logo.id))
})

test('the width in an address is the next larger one of the list', () => {
  const address = new URL(imageInWidth(imageAddress('x'), 480), 'http://shop.test')
  expect(imageWidthIn(address)).toBe(480)
  const widthOf = (query: string) => imageWidthIn(new URL(`http://shop.test/x${query}`))
  expect(['', '?w=x', '?w=-5', '?w=481', '?w=1e9'].map(widthOf)).toEqual([
    null,
    160,
    160,
    640,
    1600,
  ])
  expect([0, 160, 161, 500, 1600, 5000].map(servedWidth)).toEqual([160, 160, 320, 640, 1600, 1600])
})

test('the sources of an image are its widths up to the largest', () => {
  expect(imageWidths).toEqual([160, 320, 480, 640, 960, 1280, 1600])
  expect(imageSources('/images/x', 480)).toBe('/images/x?w=320 320w, /images/x?w=480 480w')
  expect(imageSources('/images/x').split(', ').at(-1)).toBe('/images/x?w=960 960w')
})
