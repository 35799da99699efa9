import { type Accepted, BATCH, UNDEFINED } from './reasons.ts'

const FIRST = 'Only the first row is used; the limit keeps what is read small.'
const NO_MORE_USED = 'What is not about these states is not used; it keeps what is read small.'
const KNOWN = '`recordTransfer` changes nothing that is known; it saves a transaction for each.'
const INDEX_ORDER = 'The index has this order; only the statement does not promise it.'

export const payoutsA: readonly Accepted[] = [
  {
    path: 'domain/money/payouts/transfers/compare-transfers.ts',
    line: 'const LIMITS = { pages: 1000, differences: MAX_DIFFERENCES }',
    was: '1000',
    becomes: '1001',
    reason: 'A bound that no shop reaches; tests make it small.',
  },
  {
    path: 'domain/money/payouts/transfers/compare-transfers.ts',
    line: '])',
    was: `.where( sql<boolean>\`(t.stripe_transfer_id = any(\${stripeIds}::text[]) or t.id = any(\${ids}::uuid[]))\`, )`,
    becomes: '',
    reason: NO_MORE_USED,
  },
  {
    path: 'domain/money/payouts/transfers/compare-transfers.ts',
    line: 'if (state.reversedCents > same.reversed_cents) await recordTransfer(db, same.id, state, now)',
    was: 'state.reversedCents > same.reversed_cents',
    becomes: 'true',
    reason: KNOWN,
  },
  {
    path: 'domain/money/payouts/transfers/compare-transfers.ts',
    line: 'if (state.reversedCents > same.reversed_cents) await recordTransfer(db, same.id, state, now)',
    was: '>',
    becomes: '>=',
    reason: KNOWN,
  },
  {
    path: 'domain/money/payouts/transfers/compare-transfers.ts',
    line: 'transferId: named?.id ?? null,',
    was: '?? null',
    becomes: '',
    reason: UNDEFINED,
  },
  {
    path: 'domain/money/payouts/transfers/compare-transfers.ts',
    line: ".select(['stripe_account_id', 'owner_id'])",
    was: `.where(sql<boolean>\`stripe_account_id = any(\${accounts}::text[])\`)`,
    becomes: '',
    reason: NO_MORE_USED,
  },
  {
    path: 'domain/money/payouts/transfers/compare-transfers.ts',
    line: `.where(sql<boolean>\`compared_at is distinct from \${now}\`)`,
    was: ".orderBy('finished_at')",
    becomes: '',
    reason: INDEX_ORDER,
  },
  {
    path: 'domain/money/payouts/transfers/compare-transfers.ts',
    line: 'madeAt: row.finished_at ?? from,',
    was: '?? from',
    becomes: '',
    reason: 'A made one has an end (a constraint); the types do not know that.',
  },
  {
    path: 'domain/money/payouts/transfers/compare-transfers.ts',
    line: ".orderBy('t.requested_at')",
    was: ".orderBy('t.id')",
    becomes: '',
    reason: INDEX_ORDER,
  },
  {
    path: 'domain/money/payouts/earned/earnings.ts',
    line: 'note: earning.note ?? null,',
    was: '?? null',
    becomes: '',
    reason: UNDEFINED,
  },
  {
    path: 'domain/money/payouts/earned/earnings.ts',
    line: 'made_by: earning.madeBy ?? null,',
    was: '?? null',
    becomes: '',
    reason: UNDEFINED,
  },
  {
    path: 'domain/money/payouts/earned/earnings.ts',
    line: 'const payableAt = payable_at > now ? payable_at : now',
    was: '>',
    becomes: '>=',
    reason: 'When they are equal, both are the same instant.',
  },
  {
    path: 'domain/money/payouts/transfers/has-payout-accounts.ts',
    line: ".select('owner_id')",
    was: '.limit(sql.lit(1))',
    becomes: '',
    reason: FIRST,
  },
  {
    path: 'domain/money/payouts/transfers/has-payout-accounts.ts',
    line: '.limit(sql.lit(1))',
    was: '1',
    becomes: '2',
    reason: FIRST,
  },
  {
    path: 'domain/money/payouts/transfers/make-transfer.ts',
    line: 'const BATCH_SIZE = 200',
    was: '200',
    becomes: '201',
    reason: BATCH,
  },
]
