import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { Gifts, type ShownGift } from './gifts.tsx'

const wordsOf = (state: ShownGift['state']) => {
  const gift = {
    ...{ id: newId(), code: 'ABCD', recipientEmail: 'friend@example.test', credits: 25, state },
    ...{ canResend: false, claimableUntil: 'May 1, 2027, 9:00 AM', expiresOn: 'May 1, 2027' },
    claimedOn: 'Apr 1, 2027',
  }
  const html = renderToStaticMarkup(<Gifts gifts={[gift]} next={null} />)
  return /25 credits for [^<]*/.exec(html)?.[0]
}

test('a gift shows until when it can be claimed, but only while it can be claimed', () => {
  expect(wordsOf('unclaimed')).toBe(
    '25 credits for friend@example.test, until May 1, 2027, 9:00 AM',
  )
  expect(wordsOf('claimed')).toBe('25 credits for friend@example.test, claimed on Apr 1, 2027')
  expect(wordsOf('expired')).toBe('25 credits for friend@example.test, expired on May 1, 2027')
  expect(wordsOf('revoked')).toBe('25 credits for friend@example.test')
  expect(wordsOf('on-hold')).toBe('25 credits for friend@example.test')
})
