import { href } from 'react-router'
import type { CaseKind } from '#domain/care/cases/case-kinds.ts'

/** The two lists of cases; the id of a case is that of its rental. */
export const CASE_LISTS = {
  appeal: {
    list: href('/admin/appeals'),
    page: (id: string) => href('/admin/appeals/:id', { id }),
    title: 'Appeals',
    line: 'Renters who appealed a kept deposit.',
    one: 'appeal',
    many: 'appeals',
  },
  return: {
    list: href('/admin/returns'),
    page: (id: string) => href('/admin/returns/:id', { id }),
    title: 'Returns and no-shows',
    line: 'Renters who want to send an item back, or contest a no-show.',
    one: 'return or no-show',
    many: 'returns or no-shows',
  },
} as const satisfies Record<CaseKind, unknown>
