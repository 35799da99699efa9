/** False when the browser does not allow it; without https it has no clipboard at all. */
export async function copyText(
  text: string,
  { clipboard }: { readonly clipboard?: Pick<Clipboard, 'writeText'> } = navigator,
): Promise<boolean> {
  try {
    if (!clipboard) return false
    await clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
