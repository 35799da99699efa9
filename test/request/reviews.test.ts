import { beforeEach, expect, inject, test } from 'vitest'
import { saveSizeProfile } from '#domain/accounts/sizes/sizes.ts'
import { exportLists } from '#domain/admin/exports/export-period.ts'
import { publishDueRatings } from '#domain/care/ratings/publish-ratings.ts'
import { ratingEnd } from '#domain/care/ratings/rating-limits.ts'
import { rate } from '#domain/care/ratings/ratings.ts'
import { testSite } from '#test/app.ts'
import { photo } from '#test/make/photo.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { addressesIn, readSiteMap } from '#test/site-map.ts'
import { completedRental, ratedRental, stars } from '#test/worlds/rating-world.ts'

const site = await testSite()
const { make, db, clock } = site
const begun = clock.now()
beforeEach(() => clock.set(begun))

async function completed() {
  const [closet, renter] = [
    await make.closet({ full_name: 'Rosa Vintage' }),
    await make.shopper({ full_name: 'Ann Lee' }),
  ]
  const { rentalId, item } = await completedRental(db, { closet, renter }, clock.now())
  const [mine, theirs] = [`/my-rentals/${rentalId}`, `/business/rentals/${rentalId}`]
  return { closet, renter, rentalId, item, mine, theirs }
}

test('a renter reviews on the rental page, without a script and with a photo', async () => {
  const { renter, mine } = await completed()
  const post = (fields: Record<string, string | File>) =>
    site.post(mine, { answer: 'rate', ...fields }, { as: renter })
  expect((await site.get(mine, { as: renter })).text('#reviews')).toMatch(
    /Review until \w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M E[SD]T/,
  )
  const empty = await post({ words: 'Lovely.', show_size: 'yes', height: '9' })
  expect([empty.status, empty.text('#reviews')]).toEqual([
    400,
    expect.stringContaining('Please enter 3 ft 3.5 in to 8 ft 2 in'),
  ])
  const noStars = await post({ words: 'Lovely.', height: '170' })
  expect(noStars.text('#reviews')).toContain('Please choose 1 to 5 stars.')
  expect(noStars.$('#reviews [name=words]').textContent).toBe('Lovely.')
  const long = await post({ stars: '5', words: 'x'.repeat(2001) })
  expect(long.text('#reviews')).toContain('Please keep it to 2,000 characters.')
  const sent = await post({ stars: '4', words: 'Lovely.', fit: 'true', rating_photos: photo() })
  expect(sent.location).toBe(`${mine}#reviews`)
  const after = await site.get(mine, { as: renter })
  expect(after.text('#reviews')).toContain('Published on ')
  expect(after.$$('#reviews img')).toHaveLength(1)
  expect(after.$('#reviews [name=stars][value="4"]').hasAttribute('checked')).toBe(true)
  // Changes the review and removes the photo.
  await post({ stars: '5', words: 'Lovely.', fit: 'large' })
  const changed = await site.get(mine, { as: renter })
  expect(changed.$$('#reviews img')).toHaveLength(0)
  expect(changed.$('#reviews [name=fit] option[selected]').getAttribute('value')).toBe('large')
})

test('without a script a refused photo does not lose the other ones', async () => {
  const { renter, mine } = await completed()
  const form = { answer: 'rate', stars: '5', words: 'Lovely.' }
  const send = (...rating_photos: (string | File)[]) =>
    site.post(mine, { ...form, rating_photos }, { as: renter })
  await send(photo(), photo())
  const before = await site.get(mine, { as: renter })
  const photosIn = (page: typeof before) =>
    page.$$('#reviews [name=rating_photos][value]').map((one) => one.getAttribute('value') ?? '')
  expect(photosIn(before)).toHaveLength(2)
  const notAPicture = new File(['text'], 'b.png', { type: 'image/png' })
  const refused = await send(...photosIn(before), photo(), notAPicture)
  expect(refused.status).toBe(400)
  expect(photosIn(refused).slice(0, 2)).toEqual(photosIn(before))
  expect(photosIn(refused)).toHaveLength(3)
  await send(...photosIn(refused))
  expect((await site.get(mine, { as: renter })).$$('#reviews img')).toHaveLength(3)
})

test('size and height are filled in from the size profile, and saved with the choice to show them only', async () => {
  const { renter, rentalId, mine } = await completed()
  const nothing = { bustCm: null, waistCm: null, hipsCm: null }
  await saveSizeProfile(db, renter, { ...nothing, usualSize: 'L', heightCm: 181 }, clock.now())
  const page = await site.get(mine, { as: renter })
  expect(page.$('#reviews [name=height]').getAttribute('value')).toBe('5 ft 11.5 in')
  expect(page.$('#reviews [name=usual_size] option[selected]').getAttribute('value')).toBe('L')
  expect(page.$('#reviews [name=show_size]').hasAttribute('checked')).toBe(false)
  const send = async (fields: Record<string, string>) => {
    const shown = await site.get(mine, { as: renter })
    await site.submit(shown, '#reviews form', { stars: '5', ...fields }, { as: renter })
    return await readRow(db, 'ratings', ['usual_size', 'height_cm'], { rental_id: rentalId })
  }
  expect(await send({})).toEqual({ usual_size: null, height_cm: null })
  expect(await send({ show_size: 'yes' })).toEqual({ usual_size: 'L', height_cm: 181 })
  const chosen = await site.get(mine, { as: renter })
  expect(chosen.$('#reviews [name=show_size]').hasAttribute('checked')).toBe(true)
  expect(await send({ height: '' })).toEqual({ usual_size: 'L', height_cm: null })
  const other = await send({ height: `5'6"`, switch_unit: 'cm' })
  expect(other).toEqual({ usual_size: 'L', height_cm: null })
  expect(await send({ height: '168' })).toEqual({ usual_size: 'L', height_cm: 168 })
})

test('a review shows the size, the height in the chosen unit, and photos as worn', async () => {
  const renter = await make.shopper()
  const image = await make.image({ owner_id: renter.id, use: 'rating', attached_at: null })
  const byRenter = { usualSize: 'M' as const, heightCm: 168, imageIds: [image.id] }
  const { item } = await ratedRental(db, { renter, byRenter, byCloset: {} }, clock.now())
  const viewer = await make.shopper()
  const seen = async () => (await site.get(`/item/${item.id}`, { as: viewer })).text('#reviews')
  expect(await seen()).toContain('Usually wears M, 5 ft 6 in')
  const page = await site.get(`/item/${item.id}`, { as: viewer })
  expect(page.$('#reviews img').getAttribute('alt')).toMatch(/^Worn by /)
  await site.submit(page, '#reviews form[action="/length-unit"]', { unit: 'cm' }, { as: viewer })
  expect(await seen()).toContain('Usually wears M, 168 cm')
})

test('once both sides have written, their reviews appear on pages and cards', async () => {
  const { renter, closet, item, mine, theirs } = await completed()
  const words = { stars: '4', words: 'A little tight.', fit: 'small' }
  await site.post(mine, { answer: 'rate', ...words }, { as: renter })
  const before = await site.get(`/item/${item.id}`, { as: renter })
  expect(before.has('#reviews')).toBe(false)
  const given = { intent: 'rate', stars: '5', words: 'Punctual.' }
  const sent = await site.post(theirs, given, { as: closet })
  expect(sent.location).toBe(`${theirs}#reviews`)
  for (const [path, as] of [
    [mine, renter],
    [theirs, closet],
  ] as const) {
    const page = await site.get(path, { as })
    expect(page.text('#reviews')).toContain('A little tight.')
    expect(page.text('#reviews')).toContain('Punctual.')
    expect(page.has('#reviews [name=stars]')).toBe(false)
  }
  const again = { answer: 'rate', stars: '1', words: 'No.' }
  const late = await site.post(mine, again, { as: renter })
  expect((await site.get(late.location ?? '', { as: renter })).text()).toContain(
    'This review is published and can no longer be changed.',
  )
  const page = await site.get(`/item/${item.id}`, { as: renter })
  expect(page.text('main')).toContain('4.0 (1 review). Runs small 1')
  expect(page.text('#reviews')).toContain('Ann L.')
  expect(page.text('#reviews')).not.toContain('Ann Lee')
  expect(page.text('#reviews')).not.toContain('Report')
  expect((await site.get(`/item/${item.id}`)).text('#reviews')).toContain('Report')
  const closetPage = await site.get(`/closets/${closet.id}`)
  expect(closetPage.text('.item-card')).toContain('★ 4.0 (1)')
  const reply = {
    intent: 'reply',
    rating: idIn(await site.get(theirs, { as: closet })),
    reply: 'Thank you.',
  }
  expect((await site.post(theirs, reply, { as: closet })).location).toBe(`${theirs}#reviews`)
  expect((await site.get(mine, { as: renter })).text('#reviews')).toContain('Rosa Vintage replied')
})

function idIn(page: Awaited<ReturnType<typeof site.get>>): string {
  return page.$('#reviews [name=rating]').getAttribute('value') ?? ''
}

test('a closet sees the stars of a renter before it accepts', async () => {
  const renter = await make.shopper()
  await ratedRental(db, { renter, byRenter: {}, byCloset: { stars: 4 } }, clock.now())
  const closet = await make.closet()
  const { id } = await make.rental({ item: await make.item({ closet }), renter })
  const page = await site.get(`/business/rentals/${id}`, { as: closet })
  expect(page.text('main')).toContain('4.0 (1 review)')
})

test('reviews can be limited to people like the viewer, with pages', async () => {
  const closet = await make.closet()
  const item = await make.item({ closet })
  const at = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
  for (let n = 1; n <= 8; n++) {
    const byRenter = { words: `Review ${n}.`, heightCm: n % 2 ? 170 : 190 }
    await ratedRental(db, { closet, item, byRenter, byCloset: {} }, at(200 - 10 * n))
  }
  const viewer = await make.shopper()
  const shown = (page: Awaited<ReturnType<typeof site.get>>) =>
    page
      .text('#reviews ul')
      .match(/Review \d/g)
      ?.join(' ')
  const first = await site.get(`/item/${item.id}`, { as: viewer })
  expect(shown(first)).toBe('Review 8 Review 7 Review 6 Review 5 Review 4 Review 3')
  expect(first.has('a[href*="people=like-me"]')).toBe(false)
  const more = first.$('#reviews a[rel~=next]').getAttribute('href') ?? ''
  const second = await site.get(more.split('#')[0] ?? '', { as: viewer })
  expect(shown(second)).toBe('Review 2 Review 1')
  const size = { usualSize: null, heightCm: 173, bustCm: null, waistCm: null, hipsCm: null }
  await saveSizeProfile(db, viewer, size, clock.now())
  const own = await site.get(`/item/${item.id}`, { as: viewer })
  const like = own.$('#reviews a[href*="people=like-me"]').getAttribute('href') ?? ''
  const alike = await site.get(like.split('#')[0] ?? '', { as: viewer })
  expect(shown(alike)).toBe('Review 7 Review 5 Review 3 Review 1')
})

test('a report of a review links to the page on which an admin hides it', async () => {
  const admin = await make.admin()
  const both = { byRenter: { words: 'You are a mess.' }, byCloset: {} }
  const { rentalId } = await ratedRental(db, both, clock.now())
  const { id } = await readRow(db, 'ratings', 'id', { rental_id: rentalId, side: 'renter' })
  const form = { reason: 'offensive', words: 'It insults.' }
  await site.post(`/report?noun=review&id=${id}`, form, { as: await make.shopper() })
  const report = await readRow(db, 'reports', 'id', { noun_id: id })
  const page = await site.get(`/admin/reports/${report.id}`, { as: admin })
  const to = page.$('main a[href*="review="]').getAttribute('href') ?? ''
  expect((await site.get(to, { as: admin })).$('main a[href*="hide="]').text).toContain(
    'Hide review',
  )
})

test('an admin hides a review with a reason, and shows it again', async () => {
  const admin = await make.admin()
  const both = { byRenter: { words: 'You are a mess.' }, byCloset: {} }
  const { item, rentalId, renter } = await ratedRental(db, both, clock.now())
  // Signed in, because pages of visitors are cached for a moment.
  const viewer = await make.shopper()
  const seen = async () => (await site.get(`/item/${item.id}`, { as: viewer })).text('main')
  expect(await seen()).toContain('You are a mess.')
  const { id } = await readRow(db, 'ratings', 'id', { rental_id: rentalId, side: 'renter' })
  const list = await site.get(`/admin/reviews?review=${id}`, { as: admin })
  const hide = list.$('main a[href*="hide="]').getAttribute('href') ?? ''
  const question = await site.get(hide, { as: admin })
  const refused = await site.submit(question, 'dialog form', { template: '' }, { as: admin })
  expect([refused.status, refused.text('dialog')]).toEqual([
    400,
    expect.stringContaining('Please give a reason.'),
  ])
  const decided = await site.submit(question, 'dialog form', { reason: 'Insults.' }, { as: admin })
  expect(await seen()).not.toContain('You are a mess.')
  // The toast names the writer, and undoes it; so does the next one.
  const toast = 'section[aria-label=Messages]'
  const named = await site.get(decided.location ?? '', { as: admin })
  expect(named.text(toast)).toContain(`The review by ${renter.fullName} is hidden.`)
  const undone = await site.submit(named, `${toast} form`, {}, { as: admin })
  expect(await seen()).toContain('You are a mess.')
  const again = await site.get(undone.location ?? '', { as: admin })
  expect(again.text(toast)).toContain(`The review by ${renter.fullName} is shown again.`)
  await site.submit(question, 'dialog form', { reason: 'Insults.' }, { as: admin })
  await site.drainJobs()
  const mail = await readRows(db, 'mail_outbox', 'text_body', {
    template: 'rating-hide',
    to_address: renter.email,
  })
  expect(mail[0]?.text_body).toContain('“Insults.”')
  expect((await site.get(`/my-rentals/${rentalId}`, { as: renter })).text('#reviews')).toContain(
    'The reason: “Insults.”',
  )
  const hidden = await site.get('/admin/reviews?part=hidden', { as: admin })
  expect(hidden.text('main')).toContain('Insults.')
  await site.submit(hidden, 'main li form', {}, { as: admin })
  expect(await seen()).toContain('You are a mess.')
})

test('nobody else sees a review anywhere before it is published', async () => {
  const { rentalId, renter, closet, item } = await completed()
  const admin = await make.admin()
  const image = await make.image({ owner_id: renter.id, use: 'rating', attached_at: null })
  const places = addressesIn(readSiteMap(inject('buildDirectory')))
  const lists = exportLists
  const paths = places.flatMap(({ path }) => {
    if (path.includes(':list'))
      return lists.map((list) => ({ full: path.replace(':list', list), data: null }))
    const id = /rental|appeal|returns/.test(path)
      ? rentalId
      : path.includes('closets')
        ? closet.id
        : path.includes('user')
          ? renter.id
          : item.id
    const full = path.replaceAll(/:\w+/g, id).replace('*', 'nowhere')
    return { full, data: path === '/' || /\.\w+$/.test(path) ? null : `${full}.data` }
  })
  const SECRET = 'Unseen silk'
  const read = async (as: typeof closet | typeof admin | null) => {
    const found: string[] = []
    // A page's data has all that it shows; a visitor's page may be a cached one.
    for (const path of paths.flatMap(({ full, data }) =>
      data && as ? [data] : data ? [full, data] : [full],
    )) {
      const { response } = await site.get(path, { as })
      const text = await response.clone().text()
      if (text.includes(SECRET) || text.includes(image.id)) found.push(path)
    }
    return found
  }
  const words = { words: SECRET, imageIds: [image.id], fit: 'small' as const }
  expect(await rate(db, renter, stars(rentalId, 1, words), clock.now())).toMatchObject({ ok: true })
  await site.drainJobs()
  for (const as of [closet, admin, null]) expect(await read(as)).toEqual([])
  const theirs = `/business/rentals/${rentalId}`
  const answers = [
    await site.post(theirs, { intent: 'rate' }, { as: closet }),
    await site.post(
      theirs,
      { intent: 'reply', rating: image.id, reply: 'Hm.' },
      {
        as: closet,
      },
    ),
  ]
  for (const answer of answers) expect(answer.text('body')).not.toContain(SECRET)
  const mails = db.selectFrom('mail_outbox').select('id').where('text_body', 'like', `%${SECRET}%`)
  expect(await mails.execute()).toEqual([])
  const audit = db.selectFrom('audit_log').select('id').where('noun', '=', 'rating')
  expect((await audit.execute()).length).toBeLessThanOrEqual(4)
  // After publication the same places show it, so the check above can find it.
  const end = ratingEnd(clock.now())
  await publishDueRatings(db, end)
  clock.set(end)
  const shown = await read(closet)
  expect(shown).toEqual(
    expect.arrayContaining([`${theirs}.data`, `/item/${item.id}.data`, '/profile/your-data.json']),
  )
})
