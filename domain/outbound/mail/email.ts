import { isolated } from '#domain/shared/isolate.ts'

/** What an email says, without its recipient. */
export type Email = {
  /** The kind of email, for lists and tests; never shown to the recipient. */
  readonly template: string
  /**
   * Only the recipient may read it: required for every email with a link or a code that grants
   * access, or about a deleted account.
   */
  readonly confidential?: true
  readonly subject: string
  readonly greeting?: string
  readonly paragraphs: readonly string[]
  /** A list of links after the paragraphs. */
  readonly links?: readonly MailLink[]
  readonly button?: MailButton
  readonly after?: readonly string[]
}

export type MailLink = { readonly text: string; readonly url: string }

export type MailButton = {
  readonly text: string
  readonly url: string
  /** It links to the support address of the shop, or else to the feedback form at `url`. */
  readonly isContact?: true
}

const SIGNATURE = 'Hemline · Rent designer fashion by the week'

type Body = { readonly text: string; readonly html: string }

/**
 * An email in the common layout, as plain text and as HTML. Everything is escaped, and names from
 * right to left are isolated.
 *
 * @param contact the support address for the footer and the contact buttons; null without one
 */
export function renderEmail(written: Email, contact: string | null): Body {
  const email = {
    ...written,
    subject: isolated(written.subject),
    ...(written.greeting && { greeting: isolated(written.greeting) }),
    paragraphs: written.paragraphs.map(isolated),
    ...(written.links && {
      links: written.links.map((link) => ({ ...link, text: isolated(link.text) })),
    }),
    ...(written.after && { after: written.after.map(isolated) }),
  }
  const { template, confidential, button } = email
  if (!confidential && button && /[?&](token|code)=/.test(button.url))
    throw new Error(`the email ${template} contains a private link but is not marked confidential`)
  return { text: text(email, contact), html: html(email, contact) }
}

/** The email with a link that turns off its topic; added when it is sent, never stored. */
export function withUnsubscribe({ text, html }: Body, address: string): Body {
  const link = `<p style="margin:0 0 32px;${sans};font-size:12px;text-align:center"><a href="${escapeHtml(address)}" style="color:#62584e">Unsubscribe from these emails</a></p>`
  return {
    text: `${text}\nUnsubscribe from these emails: ${address}\n`,
    html: html.replace('</body>', () => `${link}\n</body>`),
  }
}

function text(
  { greeting = '', paragraphs, links = [], button, after = [] }: Email,
  contact: string | null,
): string {
  const listed = links.map((link) => `${link.text}:\n${link.url}`)
  const end = contact ? `\nQuestions? Write to ${contact}` : ''
  const lines = [
    greeting,
    ...paragraphs,
    ...listed,
    button ? buttonText(button, contact) : '',
    ...after,
  ]
  return `${[...lines, `-- \n${SIGNATURE}${end}`].filter(Boolean).join('\n\n')}\n`
}

function buttonText({ text, url, isContact }: MailButton, contact: string | null): string {
  if (isContact && contact) return `${text}:\n${contact}\n\nOr send us a message:\n${url}`
  return `${text}:\n${url}`
}

// Mail programs support neither style sheets nor our fonts, so all styles are attributes.
const serif = "font-family:'Playfair Display',Georgia,'Times New Roman',serif"
const sans = "font-family:Inter,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"

function html(
  { subject, greeting, paragraphs, links = [], button, after = [] }: Email,
  contact: string | null,
): string {
  const paragraph = (words: string, style = 'color:#1d1916') =>
    `<p style="margin:0 0 16px;${sans};font-size:16px;line-height:1.6;${style}">${escapeHtml(words).replaceAll('\n', '<br>')}</p>`
  const quiet = 'color:#62584e;font-size:14px'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#fbf8f3">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#fbf8f3">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#fffefc;border:1px solid #e5dccf">
<tr><td style="padding:32px 32px 0"><span style="${serif};font-size:24px;color:#1d1916;border-bottom:2px dashed #ec4899">Hemline</span></td></tr>
<tr><td style="padding:24px 32px 32px">
<h1 style="margin:0 0 20px;${serif};font-size:28px;line-height:1.25;font-weight:500;color:#1d1916">${escapeHtml(subject)}</h1>
${[greeting ?? '', ...paragraphs]
  .filter(Boolean)
  .map((words) => paragraph(words))
  .join('\n')}
${links.map(linkHtml).join('\n')}
${button ? buttonHtml(button, contact) : ''}
${after.map((words) => paragraph(words, quiet)).join('\n')}
</td></tr>
</table>
<p style="margin:20px 0 0;${sans};font-size:12px;color:#62584e">${SIGNATURE}${contact ? contactHtml(contact) : ''}</p>
</td></tr>
</table>
</body>
</html>
`
}

function contactHtml(contact: string): string {
  const address = escapeHtml(contact)
  return `<br>Questions? Write to <a href="mailto:${address}" style="color:#62584e">${address}</a>`
}

function linkHtml({ text, url }: MailLink): string {
  return `<p style="margin:0 0 12px;${sans};font-size:16px;line-height:1.5"><a href="${escapeHtml(url)}" target="_blank" style="color:#1d1916">${escapeHtml(text)}</a></p>`
}

function buttonHtml({ text, url, isContact }: MailButton, contact: string | null): string {
  const look = `display:inline-block;padding:14px 28px;background:#1d1916;color:#fbf8f3;border-radius:8px;text-decoration:none;${sans};font-size:16px;font-weight:600`
  const small = `margin:0 0 16px;${sans};font-size:13px;line-height:1.5;color:#62584e;word-break:break-all`
  const writes = isContact && contact
  const to = writes
    ? `href="mailto:${escapeHtml(contact)}"`
    : `href="${escapeHtml(url)}" target="_blank"`
  return `<p style="margin:8px 0 20px"><a ${to} style="${look}">${escapeHtml(text)}</a></p>
<p style="${small}">${writes ? 'Or send us a message' : 'Or copy this link into your browser'}: <a href="${escapeHtml(url)}" target="_blank" style="color:#1d1916">${escapeHtml(url)}</a></p>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(words: string): string {
  return words.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
