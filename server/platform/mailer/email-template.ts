/**
 * One source for both versions of an email: the text and the HTML say the same, in the same order. No remote content,
 * so an email reads the same with images off and cannot track that it was opened.
 */
import { DEFAULT_THEME, PRODUCT_NAME, THEME_LABELS, isTheme, type ThemeName } from '#shared/networks.ts'

export type Part =
  | { text: string }
  /** A member's words, set apart and in serif. */
  | { quote: string }
  | { action: string; url: string }
  | { code: string }
  | { facts: readonly (readonly [label: string, value: string])[] }

export interface EmailContent {
  subject: string
  theme: string | null
  /** The network name in the header; defaults to the label of the theme. */
  network?: string | undefined
  title: string
  parts: readonly Part[]
  /** Why the recipient gets this email, and what to do if it was not expected. */
  reason: string
  supportEmail: string
}

export interface RenderedEmail {
  subject: string
  text: string
  html: string
}

/** Header, border and accent colors of each theme, light and dark, as in web/theme/tokens.css. */
const COLORS: Record<ThemeName, { plate: string; gilt: string; accent: string; accentDark: string }> = {
  legal: { plate: '#6C1A30', gilt: '#E3C7A0', accent: '#86203A', accentDark: '#EF9DAB' },
  cfo: { plate: '#174D38', gilt: '#D9D29B', accent: '#1A6145', accentDark: '#82CDA8' },
  executive: { plate: '#1F3D76', gilt: '#D5DCEB', accent: '#28509A', accentDark: '#9BB9F4' },
  thesuite: { plate: '#4E380F', gilt: '#EBCB88', accent: '#78540F', accentDark: '#DFB968' },
}
export const colorsOf = (theme: string | null) => COLORS[isTheme(theme) ? theme : DEFAULT_THEME]
export const SERIF = "'Source Serif 4',Georgia,'Times New Roman',serif"
export const SANS = "'Public Sans',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign]!)
/** An email header is one line, whatever a name contains. */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()

export function renderEmail(letter: EmailContent): RenderedEmail {
  return { subject: oneLine(letter.subject).slice(0, 300), text: textOf(letter), html: htmlOf(letter) }
}

const networkName = ({ theme, network }: EmailContent) =>
  network ?? THEME_LABELS[isTheme(theme) ? theme : DEFAULT_THEME]

function textOf(letter: EmailContent): string {
  const lines = letter.parts.map((part) => {
    if ('text' in part) return part.text
    if ('quote' in part) return part.quote.replaceAll(/^/gm, '> ')
    if ('action' in part) return `${part.action}:\n${part.url}`
    if ('code' in part) return `    ${part.code}`
    return part.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  })
  return [
    `${PRODUCT_NAME} · ${networkName(letter)}`,
    letter.title,
    ...lines,
    `--\n${letter.reason}\nSupport: ${letter.supportEmail}`,
    '',
  ].join('\n\n')
}

function partOf(part: Part, accent: string): string {
  const paragraph = `margin:0 0 20px;font:400 16px/25px ${SANS}`
  if ('text' in part) return `<p style="${paragraph}">${escaped(part.text)}</p>`
  if ('quote' in part)
    return `<blockquote class="quote" style="margin:0 0 20px;padding:0 0 0 16px;border-left:4px double #BFC6C3;font:400 17px/27px ${SERIF}">${escaped(part.quote).replaceAll('\n', '<br>')}</blockquote>`
  if ('code' in part)
    return `<p style="margin:0 0 20px;font:600 32px/40px ${SANS};letter-spacing:6px">${escaped(part.code)}</p>`
  if ('facts' in part)
    return `<p style="${paragraph}">${part.facts.map(([label, value]) => `<span class="quiet" style="color:#5B6368">${escaped(label)}:</span> ${escaped(value)}`).join('<br>')}</p>`
  const url = escaped(part.url)
  return (
    `<p style="margin:0 0 12px"><a href="${url}" style="display:inline-block;padding:12px 22px;border-radius:4px;background:${accent};color:#FFFFFF;font:600 16px/22px ${SANS};text-decoration:none">${escaped(part.action)}</a></p>` +
    `<p class="quiet" style="margin:0 0 20px;font:400 13px/20px ${SANS};color:#5B6368;word-break:break-all">${url}</p>`
  )
}

function htmlOf(letter: EmailContent): string {
  const { accent } = colorsOf(letter.theme)
  const support = escaped(letter.supportEmail)
  return emailPage({
    subject: letter.subject,
    theme: letter.theme,
    header: `<span style="font:560 22px/28px ${SERIF}">${PRODUCT_NAME}</span><br><span style="font:400 14px/20px ${SANS};color:${colorsOf(letter.theme).gilt}">${escaped(networkName(letter))}</span>`,
    body: `<h1 style="margin:0 0 20px;font:440 26px/33px ${SERIF}">${escaped(letter.title)}</h1>
${letter.parts.map((part) => partOf(part, accent)).join('\n')}`,
    foot: `${escaped(letter.reason)}<br>Support: <a href="mailto:${support}" style="color:inherit">${support}</a>`,
  })
}

/** The product at the left, one line at the right: who reads the email, or its day. */
export const emailHeader = (theme: string | null, aside: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td style="font:560 22px/28px ${SERIF};color:#FFFFFF">${PRODUCT_NAME}</td><td align="right" style="font:400 14px/20px ${SANS};color:${colorsOf(theme).gilt}">${escaped(aside)}</td></tr></table>`

interface EmailPage {
  subject: string
  theme: string | null
  /** HTML from here on. */
  header: string
  body: string
  foot: string
}

/** The page that every email is: the header in the colors of the network, the body, and the small print. */
export function emailPage({ subject, theme, header, body, foot }: EmailPage): string {
  const { plate, gilt, accentDark } = colorsOf(theme)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(oneLine(subject))}</title>
<style>
@media (prefers-color-scheme: dark) {
  .desk { background: #0D0F10 !important }
  .sheet { background: #14171A !important; color: #ECEEEC !important; border-color: #3A4146 !important }
  .quiet { color: #8F979B !important }
  .quiet a, .links a { color: ${accentDark} !important }
  .quiet, .links { border-color: #3A4146 !important }
  .private { color: #B9ADF2 !important }
  .quote { border-color: #3A4146 !important }
}
</style>
</head>
<body class="desk" style="margin:0;padding:0;background:#EFF1F0">
<table role="presentation" class="desk" width="100%" cellpadding="0" cellspacing="0" style="background:#EFF1F0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;border:1px solid #BFC6C3;background:#FCFDFC;color:#15191B">
<tr><td style="padding:18px 32px;border-top:4px double ${gilt};border-bottom:4px double ${gilt};background:${plate};color:#FFFFFF">
${header}
</td></tr>
<tr><td style="padding:32px 32px 12px">
${body}
</td></tr>
<tr><td style="padding:0 32px 28px">
<p class="quiet" style="margin:0;padding:16px 0 0;border-top:1px solid #BFC6C3;font:400 13px/20px ${SANS};color:#5B6368">${foot}</p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}
