import { expect, test } from 'vitest'
import { shownToasts, showToast } from './toast-list.ts'

test('identical toasts are shown once', () => {
  for (const id of ['a', 'b', 'b', 'c']) showToast({ type: 'error', text: 'Not saved.' }, id)
  showToast({ type: 'success', text: 'Saved.' }, 'd')
  expect(shownToasts().map(({ text }) => text)).toEqual(['Not saved.', 'Saved.'])
})
