import { badRequest } from '#sandbox/core/errors.ts'
import { need } from '#sandbox/core/store.ts'
import { listPage } from '#sandbox/http/lists.ts'
import { fields, listOf, text } from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'

export const eventRoutes: Route[] = [
  route(
    'GET',
    '/v1/events',
    fields({ ...sliceParams, type: text(), types: listOf(text(), 20) }),
    (work, { type, types, ...slice }) => {
      if (type !== undefined && types !== undefined) {
        throw badRequest(
          'You may only specify one of these parameters: type, types.',
          'parameters_exclusive',
          'type',
        )
      }
      return listPage(work, 'event', '/v1/events', slice, { type: type ?? types }, work.account)
    },
    { forAccounts: true },
  ),

  route('GET', '/v1/events/:id', noParams, (work, _, id) => need(work, 'event', id)),
]
