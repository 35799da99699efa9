import { readOwnCookie } from './cookies.ts'

const NAME = 'hemline_second_step'
const MINUTES = 10

/** Carries the proof of a correct password to the page that asks for the code. */
export function secondStepCookie(challenge: string): string {
  return cookie(challenge, MINUTES * 60)
}

export function endedSecondStep(): string {
  return cookie('', 0)
}

export function readSecondStep(request: Request): string | null {
  return readOwnCookie(request, NAME) || null
}

/** Bound to https and to this host if the visitor uses https. */
function cookie(value: string, maxAgeSeconds: number): string {
  return `${NAME}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`
}
