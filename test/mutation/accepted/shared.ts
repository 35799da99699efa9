import { type Accepted, UNDEFINED } from './reasons.ts'

export const shared: readonly Accepted[] = [
  {
    path: 'domain/shared/audit.ts',
    line: 'actor_id: actor?.id ?? null,',
    was: '?? null',
    becomes: '',
    reason: UNDEFINED,
  },
  {
    path: 'domain/shared/audit.ts',
    line: 'before: act.before === undefined ? null : JSON.stringify(act.before),',
    was: 'act.before === undefined',
    becomes: 'false',
    reason: UNDEFINED,
  },
  {
    path: 'domain/shared/audit.ts',
    line: 'after: act.after === undefined ? null : JSON.stringify(act.after),',
    was: 'act.after === undefined',
    becomes: 'false',
    reason: UNDEFINED,
  },
  {
    path: 'domain/shared/calendar-date.ts',
    line: 'if (!format) {',
    was: '!format',
    becomes: 'true',
    reason: 'A cache: making the format again gives the same one.',
  },
  {
    path: 'domain/shared/first-name.ts',
    line: "return fullName.trim().split(/\\s/, 1)[0] ?? ''",
    was: "?? ''",
    becomes: '',
    reason: 'A split text has at least one part; the types do not know that.',
  },
  {
    path: 'domain/shared/page.ts',
    line: 'Array.isArray(keys) &&',
    was: 'Array.isArray(keys) &&',
    becomes: '',
    reason: 'What is no list has no `every`, and the error makes it null as well.',
  },
  {
    path: 'domain/shared/version.ts',
    line: '.sort(([one], [other]) => (one < other ? -1 : 1))',
    was: '1',
    becomes: '2',
    reason: 'Only the sign matters.',
  },
]
