import { href } from 'react-router'

const CALENDARS = href('/calendar/:file', { file: '' })

/** The path of a request as every line of the log has it: the address of a calendar is a secret. */
export function loggedPath(pathname: string): string {
  return pathname.replace(/^\/calendar\/.+/i, `${CALENDARS}…`).slice(0, 200)
}
