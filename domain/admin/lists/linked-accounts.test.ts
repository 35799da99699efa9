import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'
import { linkedAccounts } from './linked-accounts.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-29T12:00:00Z')

const signsOf = async (person: Person) => {
  const linked = await linkedAccounts(db, person.id)
  return linked.map(({ id, signs }) => [id, ...signs])
}

const use = (
  person: Person,
  card: { last4: string; expires?: string; fingerprint?: string; method?: string },
) =>
  insertRows(db, 'person_cards', {
    ...{ user_id: person.id, method: card.method ?? 'visa', last4: card.last4 },
    ...{ expires: card.expires ?? '2034-03', fingerprint: card.fingerprint ?? null },
    ...{ first_used_at: now, last_used_at: now },
  })

test('accounts with the same phone or address are linked, however they are typed', async () => {
  const person = await made.shopper({
    ...{ phone: '+1 (646) 555-0142', delivery_address: '14 Rose Lane, Apt. 2\nAustin, TX' },
  })
  const caller = await made.closet({ phone: '646.555.0142' })
  const neighbour = await made.shopper({ delivery_address: '14 ROSE LANE APT 2, Austin TX' })
  const both = await made.shopper({
    ...{ phone: '6465550142', delivery_address: '14 rose lane apt 2 austin tx' },
  })
  await made.shopper({ phone: '646 555 0143', delivery_address: '15 Rose Lane, Austin, TX' })
  expect(await signsOf(person)).toEqual([
    [both.id, 'phone', 'address'],
    [neighbour.id, 'address'],
    [caller.id, 'phone'],
  ])
  expect((await signsOf(caller)).map(([id]) => id)).toEqual([both.id, person.id])
  await updateRows(db, 'user_profiles', both.id, {
    ...{ phone: null, delivery_address: null, deleted_at: now },
  })
  expect((await signsOf(caller)).map(([id]) => id)).toEqual([person.id])
})

test('too little of a phone or address links nobody', async () => {
  const [one] = await Promise.all(
    Array.from({ length: 2 }, () => made.shopper({ phone: '555', delivery_address: 'Home' })),
  )
  expect(one && (await signsOf(one))).toEqual([])
})

test('the same number is the same card; equal digits and month are a weak sign where it is not known', async () => {
  const person = await made.shopper()
  await use(person, { last4: '4242', fingerprint: 'aaa' })
  const [same, renewed, other, unknown, brand, month] = [
    await made.shopper(),
    await made.shopper(),
    await made.shopper(),
    await made.shopper(),
    await made.shopper(),
    await made.shopper(),
  ]
  await use(same, { last4: '4242', fingerprint: 'aaa' })
  await use(renewed, { last4: '4242', fingerprint: 'aaa', expires: '2037-03' })
  await use(other, { last4: '4242', fingerprint: 'bbb' })
  await use(unknown, { last4: '4242' })
  await use(brand, { last4: '4242', method: 'amex' })
  await use(month, { last4: '4242', expires: '2034-04' })
  expect((await signsOf(person)).toSorted()).toEqual(
    [
      [same.id, 'card'],
      [renewed.id, 'card'],
      [unknown.id, 'similar-card'],
    ].toSorted(),
  )
})
