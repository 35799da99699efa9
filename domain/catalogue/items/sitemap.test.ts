import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { make as makers } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { countSitemapPages, growSitemap, sitemapPage } from './sitemap.ts'

test('every public item is on exactly one page of the sitemap and stays on it', async () => {
  const { db } = await testDatabase()
  const make = makers(db)
  const closet = await make.closet()
  const add = async (minute: number, row = {}) => {
    const created_at = new Date(Date.UTC(2026, 0, 1, 0, minute))
    return (await make.item({ closet, created_at, ...row })).id
  }
  expect(await sitemapPage(db, 1)).toEqual([])
  const ids: ItemId[] = []
  for (let minute = 0; minute < 7; minute++) ids.push(await add(minute))
  await add(3, { approval_status: 'pending' })
  await growSitemap(db, 3)
  const pages = async () => {
    const numbers = Array.from({ length: await countSitemapPages(db) }, (_, index) => index + 1)
    const read = await Promise.all(numbers.map((number) => sitemapPage(db, number)))
    return read.map((items) => items?.map(({ id }) => ids.indexOf(id)))
  }
  expect(await pages()).toEqual([[0, 1, 2], [3, 4, 5], [6]])
  for (let minute = 7; minute < 11; minute++) ids.push(await add(minute))
  await updateRows(db, 'clothing_items', ids[1] ?? newId(), { paused: true })
  await growSitemap(db, 3)
  await growSitemap(db, 3)
  expect(await pages()).toEqual([
    [0, 2],
    [3, 4, 5],
    [6, 7, 8],
    [9, 10],
  ])
  expect(await sitemapPage(db, 5)).toBeNull()
  expect(await sitemapPage(db, 0)).toBeNull()
})
