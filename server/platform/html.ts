/**
 * The one allow-list for what members write: paragraphs, breaks, emphasis, lists, quotes, links and mentions.
 * Everything else is dropped, its text kept; scripts and styles go with their text.
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
    // A link that leads nowhere and a span that mentions nobody are only their text: the tag is one that is dropped.
    a: (tagName, { href }) => (isSafeHref(href) ? { tagName, attribs: { href: href!.trim() } } : DROPPED),
    span: (tagName, attribs) => ('data-mention-id' in attribs ? { tagName, attribs } : DROPPED),
  },
}

const isSafeHref = (href: string | undefined) => href !== undefined && /^(https?:\/\/|mailto:)/i.test(href.trim())

/** Keeps a mention whose member is in `mentioned`; any other mention loses its span and its text (RULE-mention-kept). */
export function sanitizeBody(html: string, mentioned: ReadonlySet<number> = new Set()): string {
  const isMentioned = (id = '') => /^[1-9]\d*$/.test(id) && mentioned.has(Number(id))
  const pass = (text: string) =>
    sanitize(text, {
      ...ALLOWED,
      exclusiveFilter: ({ tag, attribs, text: inside }) =>
        (tag === 'span' && !isMentioned(attribs['data-mention-id'])) || (tag === 'a' && inside.trim() === ''),
    }).trim()
  // What is dropped can bring together tags that may not nest; a further pass parts them as a browser would. What an
  // editor writes is clean already, and passes once.
  let clean = html.trim()
  for (let each = 0; each < PASSES; each++) {
    const again = pass(clean)
    if (again === clean) break
    clean = again
  }
  return clean
}

/** Gives each mention the name of its member: what stands in the tag is the writer's, and could be anybody's. */
export function withNames(html: string, names: ReadonlyMap<number, string>): string {
  const renamed = html.replaceAll(/<span data-mention-id="(\d+)">[\s\S]*?<\/span>/g, (_, id: string) => {
    return `<span data-mention-id="${id}">@${escapeHtml(names.get(Number(id)) ?? '')}</span>`
  })
  // A mention within a mention leaves its end behind.
  return sanitizeBody(renamed, new Set(names.keys()))
}

/** Plain text of sanitised HTML: a line for each block, list items with a dash, entities decoded. */
export function plainText(html: string): string {
  const lines = html
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<li[^>]*>/gi, '- ')
    .replaceAll(/<\/(p|li|blockquote|ul|ol|div|h[1-6])>/gi, '\n')
    .replaceAll('<p>', '')
  // Of most bodies nothing is left to take out.
  const text = /[<&]/.test(lines) ? decodeEntities(sanitize(lines, { allowedTags: [], allowedAttributes: {} })) : lines
  return text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Paragraphs of plain text as HTML; `wrapping` joins lines that were broken only by their length. */
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

/** Escaped after the addresses were found: an escape must not become part of one. */
const linked = (text: string) =>
  text
    .split(/(\bhttps?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'])/)
    .map((piece, index) => {
      const shown = escapeHtml(piece)
      return index % 2 === 1 && URL.canParse(piece) ? `<a href="${shown}">${shown}</a>` : shown
    })
    .join('')
