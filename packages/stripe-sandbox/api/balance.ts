import { readBalance } from '#sandbox/balance/balances.ts'
import { noParams, type Route, route } from '#sandbox/http/routing.ts'

export const balanceRoutes: Route[] = [
  route(
    'GET',
    '/v1/balance',
    noParams,
    async (work) => {
      const money = await readBalance(work, work.account)
      const amounts = (name: 'available' | 'pending') =>
        money.map(({ currency, [name]: amount }) => ({
          amount,
          currency,
          source_types: { card: amount },
        }))
      return {
        object: 'balance',
        available: amounts('available'),
        livemode: false,
        pending: amounts('pending'),
      }
    },
    { forAccounts: true },
  ),
]
