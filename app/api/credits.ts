import * as z from 'zod'
import { creditTransactionKinds, lotSources } from '#db/enums.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { neverExpires } from '#domain/money/credits/last-day.ts'
import { lotsLeft } from '#domain/money/credits/lots-left.ts'
import { statementPage } from '#domain/money/credits/statement.ts'
import { done } from '#domain/shared/outcome.ts'
import { getEndpoint, shoppers } from './endpoint.ts'
import { after, answer, cents, credits, id, instant, nothing, pageOf } from './schema.ts'

const PAGE = 100

const balance = answer('CreditBalance', {
  credits_balance: credits.describe('Credits that can be spent now.'),
  lots: z
    .array(
      z.object({
        source: z.enum(lotSources),
        credits,
        expires_at: instant
          .nullable()
          .describe(
            'When they can no longer be used: the end of a day in the time zone of the shop. Null if they never expire.',
          ),
      }),
    )
    .describe('Credits that expire together, the first to expire on top.'),
})

const statementLine = answer('StatementLine', {
  id,
  kind: z.enum(creditTransactionKinds),
  amount: credits.describe('Credits added, or taken if negative.'),
  held: credits.describe('Credits that went on hold with it; negative for those released.'),
  balance: credits.describe('The balance after it.'),
  paid_cents: cents.nullable().describe('What was paid, for a purchase.'),
  item: z.object({ id, title: z.string() }).nullable(),
  at: instant,
})

export const creditEndpoints = [
  getEndpoint({
    path: '/credits',
    name: 'getCredits',
    summary: 'Retrieve your credit balance',
    description: 'Credits are bought and spent on the website only.',
    scope: 'credits:read',
    who: shoppers,
    query: nothing,
    answer: balance,
    read: async ({ app, who, now }) => {
      const lots = await lotsLeft(app.db, who, now)
      return done({
        credits_balance: await creditsBalance(app.db, who.id, now),
        lots: lots.map((lot) => ({
          source: lot.source,
          credits: lot.credits,
          expires_at: neverExpires(lot.expiresAt) ? null : lot.expiresAt.toISOString(),
        })),
      })
    },
  }),
  getEndpoint({
    path: '/credits/statement',
    name: 'listStatement',
    summary: 'List credit transactions, newest first',
    scope: 'credits:read',
    who: shoppers,
    query: z.object(after),
    answer: pageOf('StatementPage', statementLine),
    read: async ({ app, who, query }) => {
      const { rows, next } = await statementPage(app.db, who, query.after ?? null, PAGE)
      return done({
        data: rows.map((line) => ({
          id: line.id,
          kind: line.kind,
          amount: line.amount,
          held: line.held,
          balance: line.balance,
          paid_cents: line.paidCents,
          item: line.item,
          at: line.at.toISOString(),
        })),
        next,
      })
    },
  }),
]
