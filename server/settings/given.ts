/** The trimmed value of a setting; null when it is missing or empty. */
export type Given = (name: string) => string | null

export type Environment = Readonly<Record<string, string | undefined>>

export function givenBy(env: Environment): Given {
  return (name) => env[name]?.trim() || null
}

export function hasScheme(value: string, schemes: readonly string[]): boolean {
  return URL.canParse(value) && schemes.includes(new URL(value).protocol)
}
