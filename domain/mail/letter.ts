/** A finished mail without its addressee. */
export type Letter = {
  /** What kind of mail it is: a word for lists and tests, never shown to its reader. */
  readonly template: string
  /** It holds what only its addressee may read. */
  readonly confidential: boolean
  readonly subject: string
  readonly text: string
  readonly html: string
}

export type Draft = {
  readonly template: string
  /** To be said of every mail with a link or a code that opens something, or about somebody gone. */
  readonly confidential?: true
  readonly subject: string
  readonly greeting?: string
  readonly paragraphs: readonly string[]
  readonly button?: { readonly text: string; readonly url: string }
  readonly after?: readonly string[]
}

const SIGNATURE = 'Hemline · Rent designer fashion by the week'

/** Puts a draft into the one layout of our mail, as plain text and as HTML. All of it is escaped. */
export function writeLetter(draft: Draft): Letter {
  const {
    template,
    confidential = false,
    subject,
    greeting,
    paragraphs,
    button,
    after = [],
  } = draft
  if (!confidential && button && /[?&](token|code)=/.test(button.url))
    throw new Error(`the mail ${template} holds a link for its addressee alone and does not say so`)
  const lines = [greeting ?? '', ...paragraphs, button ? `${button.text}:\n${button.url}` : '']
  const text = `${[...lines, ...after, `-- \n${SIGNATURE}`].filter(Boolean).join('\n\n')}\n`
  return { template, confidential, subject, text, html: html(draft) }
}

/** The letter with the address that its reader may write to, below everything else. */
export function withContact<T extends Pick<Letter, 'text' | 'html'>>(letter: T, email: string): T {
  const line = `Questions? Write to ${email}`
  const end = letter.html.lastIndexOf(SIGNATURE) + SIGNATURE.length
  const address = escapeHtml(email)
  const link = `<br>Questions? Write to <a href="mailto:${address}" style="color:#62584e">${address}</a>`
  return {
    ...letter,
    text: `${letter.text.trimEnd()}\n${line}\n`,
    html: letter.html.slice(0, end) + link + letter.html.slice(end),
  }
}

// Mail programs know neither style sheets nor fonts of ours: everything stands in attributes.
const serif = "font-family:'Playfair Display',Georgia,'Times New Roman',serif"
const sans = "font-family:Inter,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"

function html({ subject, greeting, paragraphs, button, after = [] }: Draft): string {
  const paragraph = (words: string, style = 'color:#1d1916') =>
    `<p style="margin:0 0 16px;${sans};font-size:16px;line-height:1.6;${style}">${escapeHtml(words)}</p>`
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
${button ? buttonHtml(button) : ''}
${after.map((words) => paragraph(words, quiet)).join('\n')}
</td></tr>
</table>
<p style="margin:20px 0 0;${sans};font-size:12px;color:#62584e">${SIGNATURE}</p>
</td></tr>
</table>
</body>
</html>
`
}

function buttonHtml({ text, url }: { text: string; url: string }): string {
  const look = `display:inline-block;padding:14px 28px;background:#1d1916;color:#fbf8f3;border-radius:8px;text-decoration:none;${sans};font-size:16px;font-weight:600`
  const small = `margin:0 0 16px;${sans};font-size:13px;line-height:1.5;color:#62584e;word-break:break-all`
  return `<p style="margin:8px 0 20px"><a href="${escapeHtml(url)}" target="_blank" style="${look}">${escapeHtml(text)}</a></p>
<p style="${small}">Or open this address: <a href="${escapeHtml(url)}" target="_blank" style="color:#1d1916">${escapeHtml(url)}</a></p>`
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
