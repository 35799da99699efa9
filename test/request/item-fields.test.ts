import { expect, test } from 'vitest'
import {
  choiceWords,
  fieldsOf,
  itemChoices,
  itemFields,
} from '#domain/catalogue/items/fields/item-fields.ts'
import { editItem, listItem } from '#domain/catalogue/items/listing/listing.ts'
import { findOwnItem } from '#domain/catalogue/items/listing/own-items.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { apiTokenOf, callApi } from '#test/api.ts'
import { testSite } from '#test/app.ts'
import { fieldSamples } from '#test/make/field-samples.ts'
import { itemForm } from '#test/make/item-form.ts'

// For every field of an item, whichever they are.

const site = await testSite()
const { app, db, make, clock } = site
const [before, after] = fieldSamples
const FORM = 'main form[enctype="multipart/form-data"]'

async function listed() {
  const closet = await make.closet()
  const { id: imageId } = await make.image({ owner_id: closet.id, attached_at: null })
  const answer = await listItem(db, closet, { ...before, imageId }, clock.now())
  if (!answer.ok) throw new Error(answer.problem.reason)
  const { itemId } = answer.value
  await db.updateTable('clothing_items').set({ approval_status: 'approved' }).execute()
  return { closet, itemId, imageId }
}

async function own(closet: ClosetOwner, itemId: Parameters<typeof findOwnItem>[2]) {
  const found = await findOwnItem(db, closet, itemId, calendarDateIn('UTC', clock.now()))
  if (!found) throw new Error('it was listed')
  return fieldsOf(found)
}

test('the form shows every field and saves it', async () => {
  const { closet, itemId } = await listed()
  const path = `/business/items/${itemId}`
  expect(
    (await site.submit(await site.get(path, { as: closet }), FORM, {}, { as: closet })).status,
  ).toBe(302)
  expect(await own(closet, itemId)).toEqual(before)
  const chosen = Object.fromEntries(itemChoices.map(({ field }) => [field, String(after[field])]))
  await site.submit(await site.get(path, { as: closet }), FORM, chosen, { as: closet })
  expect(await own(closet, itemId)).toEqual({ ...before, ...chosen })
  const none = Object.fromEntries(itemChoices.map(({ field }) => [field, '']))
  await site.submit(await site.get(path, { as: closet }), FORM, none, { as: closet })
  for (const { field } of itemChoices) expect((await own(closet, itemId))[field]).toBeNull()
})

test('a duplicate has every field but the SKU; the next of a series keeps all that often stay', async () => {
  const closet = await make.closet()
  await site.post('/business/items/new', itemForm({ size: 'S' }), { as: closet })
  const items = () =>
    db
      .selectFrom('clothing_items')
      .select(['id', 'image_id as imageId'])
      .where('business_id', '=', closet.id)
      .orderBy('id')
      .execute()
  const [added] = await items()
  if (!added?.imageId) throw new Error('it was added')
  const { id, imageId } = added
  await editItem(db, closet, { ...before, itemId: id, imageId }, clock.now())
  const series = await site.get(`/business/items/new?after=${id}`, { as: closet })
  const shown = (name: string) => series.$(`[name=${name}] option[selected]`).getAttribute('value')
  for (const { field } of itemChoices) expect(shown(field)).toBe(before[field])
  const copy = await site.get(`/business/items/new?like=${id}`, { as: closet })
  expect((await site.submit(copy, FORM, {}, { as: closet })).status).toBe(302)
  const copied = (await items()).find((item) => item.id !== id)
  if (!copied) throw new Error('it was copied')
  const title = `${before.title} (copy)`
  expect(await own(closet, copied.id)).toEqual({ ...before, title, sku: null })
})

test('who edits an old version sees every field that somebody else has changed', async () => {
  const { closet, itemId, imageId } = await listed()
  const opened = await site.get(`/business/items/${itemId}`, { as: closet })
  await editItem(db, closet, { ...after, itemId, imageId }, clock.now())
  const answer = await site.submit(opened, FORM, {}, { as: closet })
  expect(answer.status).toBe(409)
  const notice = answer.text('[aria-label="Changed by someone else"]')
  for (const { label } of itemFields) expect(notice).toContain(label)
})

test('an item’s page shows every choice, with a link to the items that have it too', async () => {
  const { itemId } = await listed()
  const page = await site.stranger().get(`/item/${itemId}`)
  for (const { field, filter } of itemChoices) {
    const value = String(before[field])
    const address = `/search?${new URLSearchParams({ [filter]: value })}`
    expect(page.text(`main a[href="${address}"]`)).toBe(choiceWords(field, value))
    const found = await site.stranger().get(address)
    expect(found.status).toBe(200)
    expect(found.has(`a[href^="/item/"][href*="${itemId}"]`)).toBe(true)
    const others = `/search?${new URLSearchParams({ [filter]: String(after[field]) })}`
    expect((await site.stranger().get(others)).has(`a[href*="${itemId}"]`)).toBe(false)
  }
})

test.for(itemChoices)('an item is found by the word of its $field', async ({ field }) => {
  const { itemId } = await listed()
  const words = new URLSearchParams({ q: choiceWords(field, String(before[field])) })
  // Visitors could get a page from before the item was added.
  const as = await site.make.shopper()
  const typed = await site.get(`/search?${words}`, { as })
  // A category or color becomes a filter.
  const found = typed.location ? await site.get(typed.location, { as }) : typed
  expect(found.has(`a[href*="${itemId}"]`)).toBe(true)
})

test('the API returns, filters and changes every choice', async () => {
  const { closet, itemId } = await listed()
  const { token } = await apiTokenOf(db, closet)
  const names = itemChoices.map(({ field }) => field)
  const of = (fields: Record<string, unknown>) => names.map((name) => fields[name])
  const read = async (path: string) => (await callApi(app, 'GET', path, { token })).body
  for (const path of [`/items/${itemId}`, `/listings/${itemId}`])
    expect(of(await read(path))).toEqual(of(before))
  for (const name of names) {
    const [same, other] = fieldSamples.map((fields) => String(fields[name]))
    const ids = async (value = '') =>
      (await read(`/items?${new URLSearchParams({ [name]: value })}`)).data.map(
        ({ id }: { id: string }) => id,
      )
    expect(await ids(same)).toContain(itemId)
    expect(await ids(other)).not.toContain(itemId)
    const body = { [name]: other }
    const path = `/listings/${itemId}`
    expect((await callApi(app, 'PATCH', path, { token, body })).status).toBe(204)
    expect(await own(closet, itemId)).toMatchObject(body)
    expect((await callApi(app, 'PATCH', path, { token, body: { [name]: null } })).status).toBe(204)
    expect(await own(closet, itemId)).toMatchObject({ [name]: null })
  }
  const added = await callApi(app, 'POST', '/listings', {
    token,
    body: {
      ...{ title: 'Cape', size: 'M', style: 'Formal', event_type: 'Wedding' },
      ...{ credits_per_week: 28, ...Object.fromEntries(names.map((name) => [name, after[name]])) },
    },
  })
  expect(of(added.body)).toEqual(of(after))
})

test('where nothing beside it names the field, “Other” does', async () => {
  const { id } = await make.item({ fabric: 'Other', neckline: 'Other', colour: 'Grey' })
  const as = { as: await make.shopper() }
  const facts = (await site.get(`/item/${id}`, as)).$$('.eyebrow a').map((one) => one.textContent)
  expect(facts.slice(-3)).toEqual(['Gray', 'Other fabric', 'Other neckline'])
  const typed = await site.get('/search?fabric=Other&size=Other&not=neckline:Other', as)
  const found = await site.get(typed.location ?? '', as)
  for (const label of ['Other fabric', 'Other size', 'Not Other neckline'])
    expect(found.text('main')).toContain(label)
})
