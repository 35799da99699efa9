import { href } from 'react-router'
import type { CaseKind } from '#domain/care/cases/case-kinds.ts'

/** The two lists of cases; a case is at the address of its list and the id of its rental. */
export const CASE_LISTS = {
  appeal: {
    list: href('/admin/appeals'),
    title: 'Appeals',
    line: 'Renters who appealed a kept deposit.',
    one: 'appeal',
    many: 'appeals',
  },
  return: {
    list: href('/admin/returns'),
    title: 'Return requests',
    line: 'Renters who want to send an item back.',
    one: 'return request',
    many: 'return requests',
  },
} as const satisfies Record<CaseKind, unknown>
