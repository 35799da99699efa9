import { expect, test } from 'vitest'
import type { HomeSection } from './section-types.ts'
import { forViewer, sectionsIn, sectionsJson } from './sections-json.ts'

const card = (id: string) => ({
  id,
  title: `Dress ${id}`,
  brand: null,
  imageUrl: null,
  size: 'M',
  creditsPerWeek: 35,
  location: 'Austin, TX',
  rating: null,
  mark: null,
  likes: 3,
  liked: null,
})
const sections: HomeSection[] = [
  {
    type: 'hero',
    id: '1',
    title: 'Hello',
    subtitle: '',
    description: 'Rent it.',
    imageUrl: null,
    imageIsWide: false,
    button: null,
  },
  {
    type: 'carousel',
    id: '2',
    title: 'New in',
    subtitle: '',
    by: 'latest',
    items: [card('a'), card('b')],
  },
]

test('shared sections get the likes of the viewer', () => {
  const json = sectionsJson(sections)
  const likedIn = (liked: readonly string[] | null) =>
    sectionsIn(json, liked).map((section) =>
      section.type === 'carousel' ? section.items.map((item) => item.liked) : section,
    )
  expect(likedIn(['b', 'elsewhere'])).toEqual([sections[0], [false, true]])
  expect(likedIn([])).toEqual([sections[0], [false, false]])
  expect(likedIn(null)).toEqual([sections[0], [null, null]])
})

test('shared sections get how far the items are from the viewer, and what is confirmed at once', () => {
  const json = forViewer(sectionsJson(sections), { b: 'about 4 miles' }, new Set(['a']))
  const [hero, carousel] = sectionsIn(json, null)
  expect(hero).toEqual(sections[0])
  const items = carousel?.type === 'carousel' ? carousel.items : []
  expect(items.map(({ distance }) => distance)).toEqual([undefined, 'about 4 miles'])
  expect(items.map(({ instant }) => instant)).toEqual([true, undefined])
})
