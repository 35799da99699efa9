import { expect, test } from 'vitest'
import { canonicalForm, parseForm } from './form-encoding.ts'

test('nested names, numbered lists and appended lists are read', () => {
  expect(parseForm('a[b][0][c]=x&a[b][1][c]=y%20z&list[]=1&list[]=2&e=')).toEqual({
    a: { b: { 0: { c: 'x' }, 1: { c: 'y z' } } },
    list: { 0: '1', 1: '2' },
    e: '',
  })
})

test.each([
  'a[b=1',
  '[a]=1',
  'a]b=1',
  `a${'[b]'.repeat(12)}=1`,
  'a=1&a[b]=2',
])('the form %s is refused', (form) => {
  expect(() => parseForm(form)).toThrow()
})

test('a form reads the same in any order of its parameters', () => {
  expect(canonicalForm(parseForm('b=2&a[x]=1&a[y]=3'))).toBe(
    canonicalForm(parseForm('a[y]=3&a[x]=1&b=2')),
  )
  expect(canonicalForm(parseForm('a[x]=1'))).not.toBe(canonicalForm(parseForm('a=x1')))
})

test('no parameter reaches the prototype', () => {
  parseForm('__proto__[polluted]=1&constructor[prototype][polluted]=1')
  expect({}).not.toHaveProperty('polluted')
})
