import { type Accepted, BATCH, CUT, LOCK, ONE_MORE, SAME_MOMENT, TYPES } from './reasons.ts'

export const giftCodes: readonly Accepted[] = [
  {
    path: 'domain/money/gifts/gift-mail.ts',
    line: 'if (!gift || gift.isOver) continue',
    was: '!gift ||',
    becomes: '',
    reason: TYPES,
  },
  {
    path: 'domain/money/gifts/gift-code-queries.ts',
    line: '.limit(MAX_SHOWN + 1)',
    was: '1',
    becomes: '2',
    reason: ONE_MORE,
  },
  {
    path: 'domain/money/gifts/gift-code-queries.ts',
    line: ".orderBy('id', 'desc')",
    was: '.limit(MAX_SHOWN + 1)',
    becomes: '',
    reason: CUT,
  },
  {
    path: 'domain/money/gifts/gifts.ts',
    line: "if (!isWholeCode(code)) return refused({ reason: 'code-unknown' })",
    was: '!isWholeCode(code)',
    becomes: 'false',
    reason: 'No gift has such a code (a constraint); it saves the transaction.',
  },
  {
    path: 'domain/money/gifts/gifts.ts',
    line: 'await lockWallet(tx, shopper.id)',
    was: 'await lockWallet(tx, shopper.id)',
    becomes: '',
    reason: LOCK,
  },
  {
    path: 'domain/money/gifts/gifts.ts',
    line: "if (!id) return refused({ reason: 'gift-not-found' })",
    was: '!id',
    becomes: 'false',
    reason: 'No gift has the id null.',
  },
  {
    path: 'domain/money/gifts/gift-mail.ts',
    line: 'max = 500,',
    was: '500',
    becomes: '501',
    reason: BATCH,
  },
  {
    path: 'domain/money/gifts/gift-mail.ts',
    line: ".where('expires_at', '<=', new Date(now.getTime() + WEEK_MS))",
    was: ".orderBy('expires_at')",
    becomes: '',
    reason: 'The index of gifts to remind of has this order.',
  },
  {
    path: 'domain/money/gifts/gift-mail.ts',
    line: 'if (!gift || gift.isOver) continue',
    was: '!gift || gift.isOver',
    becomes: 'false',
    reason: SAME_MOMENT,
  },
  {
    path: 'domain/money/gifts/gift-mail.ts',
    line: 'if (!gift || gift.isOver) continue',
    was: '|| gift.isOver',
    becomes: '',
    reason: SAME_MOMENT,
  },
]
