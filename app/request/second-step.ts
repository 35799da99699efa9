import { ownCookie, readOwnCookie } from './cookies.ts'

const NAME = 'hemline_second_step'
const MINUTES = 10

/** Carries the proof of a correct password to the page that asks for the code. */
export function secondStepCookie(challenge: string): string {
  return ownCookie(NAME, challenge, MINUTES * 60)
}

export function endedSecondStep(): string {
  return ownCookie(NAME, '', 0)
}

export function readSecondStep(request: Request): string | null {
  return readOwnCookie(request, NAME) || null
}
