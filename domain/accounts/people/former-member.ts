import type { PersonId } from '#db/ids.ts'

/** How a person appears once their account is closed; no email can ever reach the address. */
export function formerMember(personId: PersonId): {
  readonly name: string
  readonly email: string
} {
  return { name: 'Former member', email: `gone-${personId}@hemline.invalid` }
}

export function isFormerMember({ id, email }: { readonly id: PersonId; readonly email: string }) {
  return email === formerMember(id).email
}
