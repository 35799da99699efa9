export const CM_PER_INCH = 2.54

/** '94 cm (37 in)'. */
export function lengthInWords(cm: number): string {
  return `${cm} cm (${inches(cm)} in)`
}

function inches(cm: number): number {
  return Math.round((cm / CM_PER_INCH) * 10) / 10
}
