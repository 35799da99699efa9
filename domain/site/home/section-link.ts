const SAFE = /^(\/(?![/\\])|https:\/\/[^\s/])[^\s]*$/

/** A path of this site or an https address: where a button of a section can link to. */
export function isSectionLink(text: string): boolean {
  return SAFE.test(text)
}
