import * as z from 'zod'

/** As part of the form of an item: a form that does not show the box changes nothing. */
export const optionalFitReturns = {
  fit_returns: z.string().optional(),
  fit_returns_shown: z.string().optional(),
}

const YES = ['yes', 'on', 'true']

type Fields = {
  readonly fit_returns?: string | undefined
  readonly fit_returns_shown?: string | undefined
}

/** Whether the box is checked; browsers send no unchecked box. Undefined without the box. */
export function fitReturnsIn({ fit_returns, fit_returns_shown }: Fields): boolean | undefined {
  if (fit_returns === undefined && fit_returns_shown === undefined) return undefined
  return fit_returns !== undefined && YES.includes(fit_returns)
}

/** For comparing what two people have saved. */
export function fitReturnsInWords(fitReturns: boolean | undefined): string {
  return fitReturns ? 'Can be sent back' : 'Cannot be sent back'
}
