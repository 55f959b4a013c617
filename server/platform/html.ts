/**
 * The single allowlist for what members write: paragraphs, breaks, emphasis, lists, quotes, links and mentions. Other
 * tags are removed but their text stays; scripts and styles are removed with their text.
 */
import sanitize from 'sanitize-html'

const DROPPED: sanitize.Tag = { tagName: 'dropped', attribs: {} }
const PASSES = 5

const ALLOWED: sanitize.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'a', 'span'],
  allowedAttributes: { a: ['href'], span: ['data-mention-id'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'title',
    'svg',
    'math',
    'iframe',
    'object',
  ],
  nestingLimit: 12,
  transformTags: {
    b: 'strong',
    i: 'em',
    del: 's',
    strike: 's',
    div: 'p',
    h1: 'p',
    h2: 'p',
    h3: 'p',
    h4: 'p',
    h5: 'p',
    h6: 'p',
    pre: 'p',
    // A link without a safe target and a span that is no mention become plain text: DROPPED is a tag that is removed.
    a: (tagName, { href }) => (isSafeHref(href) ? { tagName, attribs: { href: href!.trim() } } : DROPPED),
    span: (tagName, attribs) => ('data-mention-id' in attribs ? { tagName, attribs } : DROPPED),
  },
}

const isSafeHref = (href: string | undefined) => href !== undefined && /^(https?:\/\/|mailto:)/i.test(href.trim())

/** Keeps mentions of members in `mentioned`. Any other mention is removed with its text (RULE-mention-kept). */
export function sanitizeBody(html: string, mentioned: ReadonlySet<number> = new Set()): string {
  const isMentioned = (id = '') => /^[1-9]\d*$/.test(id) && mentioned.has(Number(id))
  const pass = (text: string) =>
    sanitize(text, {
      ...ALLOWED,
      exclusiveFilter: ({ tag, attribs, text: inside }) =>
        (tag === 'span' && !isMentioned(attribs['data-mention-id'])) || (tag === 'a' && inside.trim() === ''),
    }).trim()
  // Removing tags can leave tags nested that must not be; another pass separates them as a browser would. HTML from our
  // editor is already clean and needs one pass.
  let clean = html.trim()
  for (let each = 0; each < PASSES; each++) {
    const again = pass(clean)
    if (again === clean) break
    clean = again
  }
  return clean
}

/** Replaces the text of each mention with the member's name: the text comes from the author and could name anyone. */
export function withNames(html: string, names: ReadonlyMap<number, string>): string {
  const renamed = html.replaceAll(/<span data-mention-id="(\d+)">[\s\S]*?<\/span>/g, (_, id: string) => {
    return `<span data-mention-id="${id}">@${escapeHtml(names.get(Number(id)) ?? '')}</span>`
  })
  // A mention nested in a mention leaves a stray end tag.
  return sanitizeBody(renamed, new Set(names.keys()))
}

/** Sanitized HTML as plain text: one line per block, list items with a dash, entities decoded. */
export function plainText(html: string): string {
  const lines = html
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<li[^>]*>/gi, '- ')
    .replaceAll(/<\/(p|li|blockquote|ul|ol|div|h[1-6])>/gi, '\n')
    .replaceAll('<p>', '')
  // Most bodies have no tags or entities left to remove.
  const text = /[<&]/.test(lines) ? decodeEntities(sanitize(lines, { allowedTags: [], allowedAttributes: {} })) : lines
  return text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Paragraphs of plain text as HTML. `wrapping` joins lines that were only broken because of their length. */
export function htmlOfText(text: string, wrapping = false): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[^\S\n]*\n+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${linked(paragraph).replaceAll('\n', wrapping ? ' ' : '<br />')}</p>`)
    .join('')
}

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const decodeEntities = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')

/** Escapes only after splitting off URLs, so that an escape sequence never becomes part of a URL. */
const linked = (text: string) =>
  text
    .split(/(\bhttps?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'])/)
    .map((piece, index) => {
      const shown = escapeHtml(piece)
      return index % 2 === 1 && URL.canParse(piece) ? `<a href="${shown}">${shown}</a>` : shown
    })
    .join('')
