import { expect, test } from 'vitest'
import { pageMeta, publicMeta } from './page-meta.ts'

const NAME = 'עדי'
const ISOLATED = '\u2068עדי\u2069'

test('names from right to left are isolated in the titles and descriptions of pages', () => {
  const metas = [
    ...pageMeta(`Block ${NAME}`),
    ...publicMeta([], {
      title: `${NAME}’s closet`,
      linkTitle: `${NAME}, 14 credits`,
      description: `Rent clothes from ${NAME} in Troy, NY by the week.`,
      path: '/closets/1',
      image: { path: '/photo.jpg', alt: `A gown of ${NAME}, 2026` },
    }),
  ]
  const texts = metas.flatMap((meta) => Object.values(meta)).map(String)
  const named = texts.filter((text) => text.includes(NAME))
  expect(named).toHaveLength(6)
  expect(named.filter((text) => !text.includes(ISOLATED))).toEqual([])
})

test('other texts stay as they are', () => {
  const page = { title: 'Rosa’s closet', description: 'Rent by the week.', path: '/' }
  expect(publicMeta([], page)).toContainEqual({ title: 'Rosa’s closet · Hemline' })
})
