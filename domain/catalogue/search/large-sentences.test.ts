import { expect, test } from 'vitest'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { placeNames } from './place-names.ts'
import { understandWords } from './read-sentence.ts'
import { searchChoices } from './search-choices.ts'
import { emptySearch } from './search-query.ts'

test('among many items, a rare title is still a title, and a rare word is still known', async () => {
  const { db, pool, made } = await testDatabase({ violatesInvariants: true, isNew: true })
  const closet = await made.closet()
  // Common words, of which none is in a title.
  await pool.query(`
    insert into clothing_items (id, business_id, title, description, size, style, event_type,
        credits_per_day, approval_status, created_at, updated_at)
      select gen_random_uuid(), '${closet.id}', 'Gown', 'Lined like a black dress.', 'M', 'Vintage',
        'Party', 2, 'approved', '2026-06-01Z', '2026-06-01Z'
      from generate_series(1, 400)`)
  const choices = await searchChoices(db)
  const shop = { ...choices, places: placeNames(choices.cities), creditsPerDollar: 1, here: null }
  const understood = async (sentence: string) =>
    (await understandWords(db, emptySearch, sentence, shop, calendarDateIn('UTC', new Date())))
      .query
  expect((await understood('midnight black dress')).colour).toContain('Black')
  expect((await understood('lined gown')).q).toBe('lined')
  await made.item({ closet, title: 'Midnight Black Dress', description: 'With a paillette.' })
  expect(await understood('midnight black dress')).toMatchObject({
    q: 'midnight black dress',
    colour: [],
  })
  expect((await understood('paillette gown')).q).toBe('paillette')
})
