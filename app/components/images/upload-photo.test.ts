import { expect, test } from 'vitest'
import { readAnswer } from './upload-photo.ts'

const nginx = '<html><head><title>413 Request Entity Too Large</title></head></html>'

test.for([
  nginx,
  '',
  'null',
  '{}',
])('a file that a proxy refuses as too large is not sent again: %s', (responseText) => {
  expect(readAnswer({ status: 413, responseText })).toEqual({
    ok: false,
    problem: 'Image size must be less than 5MB',
    mayRetry: false,
    isSignedOut: false,
  })
})

test('any other response of a proxy says nothing about the file', () => {
  expect(readAnswer({ status: 502, responseText: '<html></html>' })).toEqual({
    ok: false,
    problem: null,
    mayRetry: true,
    isSignedOut: false,
  })
})

test('the server’s own explanation is shown', () => {
  const responseText = JSON.stringify({ problem: 'Too large.' })
  expect(readAnswer({ status: 413, responseText })).toMatchObject({
    problem: 'Too large.',
    mayRetry: false,
  })
})
