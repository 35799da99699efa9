import { expect, test } from 'vitest'
import * as z from 'zod'
import { checkForm, problem, textFields } from './forms.ts'
import { readForm } from './read-form.ts'

function posted(body: string): Promise<FormData> {
  return readForm(
    new Request('http://shop.test/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body,
    }),
  )
}

test('control characters are removed from a form; tabs and line breaks stay', async () => {
  const form = await posted('na%00me=a%00b%1F%7F%C2%85c&notes=one%0D%0A%09two&emoji=%F0%9F%91%97')
  expect([...form]).toEqual([
    ['name', 'abc'],
    ['notes', 'one\r\n\ttwo'],
    ['emoji', '👗'],
  ])
})

test('a request without a body is a form without fields', async () => {
  expect([...(await readForm(new Request('http://shop.test/', { method: 'POST' })))]).toEqual([])
})

test('the first value of a repeated field counts, wherever it is read', async () => {
  const form = await posted('intent=pause&intent=remove')
  const read = checkForm(z.object({ intent: z.string() }), form)
  expect(form.get('intent')).toBe('pause')
  expect(read).toEqual({ ok: true, value: { intent: 'pause' } })
  expect(problem('No.', { form }).values).toEqual({ intent: 'pause' })
})

test('returned input has no secrets and is no longer than a field may be', async () => {
  const form = await posted(`password=secret&token=t&notes=${'x'.repeat(50_000)}`)
  expect(problem('No.', { form }).values).toEqual({ notes: 'x'.repeat(40_000) })
})

test('a field named like a prototype is an ordinary unknown field', async () => {
  const names = ['__proto__', 'constructor', 'prototype', '__proto__[admin]', 'toString']
  const form = await posted(`full_name=Ann&${names.map((name) => `${name}=yes`).join('&')}`)
  const fields = textFields(form)
  expect(Object.keys(fields)).toEqual(['full_name', ...names])
  expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
  const read = checkForm(z.object({ full_name: z.string(), admin: z.string().optional() }), form)
  expect(read).toEqual({ ok: true, value: { full_name: 'Ann' } })
  const { values } = problem('No.', { form })
  expect([Object.getPrototypeOf(values), Object.hasOwn(values, '__proto__')]).toEqual([
    Object.prototype,
    true,
  ])
  const refused = checkForm(z.object({ toString: z.literal('no', 'Please say no.') }), form)
  expect(!refused.ok && Object.entries(refused.problem.fields)).toEqual([
    ['toString', 'Please say no.'],
  ])
  expect([Reflect.get({}, 'admin'), String({})]).toEqual([undefined, '[object Object]'])
})
