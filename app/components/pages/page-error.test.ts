import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { expect, test } from 'vitest'
import { asPageError, pageErrorOf } from './page-error.ts'

test('a missing page is not an error', () => {
  expect(pageErrorOf(new ErrorResponse(404, 'Not Found', null))).toBeNull()
})

test('a crash has the id that the server logged', () => {
  const error = new ErrorResponse(500, 'crash', { kind: 'crash', id: 'a1b2c3d4' })
  expect(pageErrorOf(error)).toEqual({ kind: 'crash', id: 'a1b2c3d4' })
})

test('an outage of the database is not a crash', () => {
  const error = new ErrorResponse(503, 'database-unavailable', {
    kind: 'database-unavailable',
    id: 'a1b2c3d4',
  })
  expect(pageErrorOf(error)).toEqual({ kind: 'database-unavailable' })
})

test('a refused form is not a crash', () => {
  const refused = (status: number) =>
    pageErrorOf(new ErrorResponse(status, '', 'Nothing was saved.'))
  expect(refused(413)).toEqual({ kind: 'too-large' })
  expect(refused(400)).toEqual({ kind: 'unreadable' })
  expect(refused(415)).toEqual({ kind: 'unreadable' })
})

test.each([
  'Failed to fetch',
  'NetworkError when attempting to fetch resource.',
  'Load failed',
  'Failed to fetch dynamically imported module: https://shop.example/assets/a.js',
  'error loading dynamically imported module: https://shop.example/assets/a.js',
  'Importing a module script failed.',
])('a fetch or import that fails with "%s" means no connection', (message) => {
  expect(pageErrorOf(new TypeError(message))).toEqual({ kind: 'offline' })
})

test('any other error is a crash that only the browser knows about', () => {
  expect(pageErrorOf(new TypeError('x is not a function'))).toEqual({ kind: 'crash', id: null })
  expect(pageErrorOf(new Error('Unexpected Server Error'))).toEqual({ kind: 'crash', id: null })
})

test('only errors in the format of the server are shown', () => {
  expect(asPageError('crash', 'a1b2c3d4')).toEqual({ kind: 'crash', id: 'a1b2c3d4' })
  expect(asPageError('database-unavailable', 'a1b2c3d4')).toEqual({ kind: 'database-unavailable' })
  expect(asPageError('db', '12')).toBeNull()
  expect(asPageError(undefined, undefined)).toBeNull()
})
