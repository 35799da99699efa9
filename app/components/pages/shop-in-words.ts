import { isolated } from '#domain/shared/isolate.ts'

/** The shop on a document: its name, and its address and email where it has them. */
export function shopInWords(businessAddress: string | null, supportEmail: string | null): string {
  const lines = ['Hemline', businessAddress, supportEmail].filter((line) => line !== null)
  return isolated(lines.join(businessAddress === null ? ', ' : '\n'))
}
