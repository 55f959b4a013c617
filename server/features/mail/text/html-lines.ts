/**
 * Splits an HTML body into lines, with emphasis and links, and the markup of mail programs: quotes become a depth, and
 * signatures and the original message below a reply are labeled.
 */
import { escapeHtml } from '#server/platform/html.ts'
import { Parser } from 'htmlparser2'
import { masked, inlineHtml, type Line } from './lines.ts'

interface Open {
  tag: string
  inline: string
  isQuote: boolean
  isPre: boolean
  part: Line['part']
}

const INLINE: Record<string, string> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  u: 'u',
  s: 's',
  strike: 's',
  del: 's',
}
const UNREAD = new Set([
  'head',
  'style',
  'script',
  'title',
  'noscript',
  'template',
  'svg',
  'math',
  'object',
  'iframe',
  'textarea',
  'select',
])
const BLOCK = new Set([
  'div',
  'p',
  'table',
  'tr',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'section',
  'article',
  'header',
  'footer',
  'dl',
  'dt',
  'dd',
  'center',
  'form',
  'address',
  'figure',
])
const SPACED = new Set(['p', 'ul', 'ol', 'table', 'blockquote', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr'])
const VOID = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'wbr', 'col', 'area', 'base', 'embed'])
// Not gmail_quote: inline replies in Gmail are inside it.
const QUOTE_CLASS = /\b(gmail_attr|moz-cite-prefix|yahoo_quoted|protonmail_quote|zmail_extra|tutanota_quote)\b/
const SIGNATURE_CLASS =
  /\b(gmail_signature|gmail_signature_prefix|moz-signature|yahoo_signature|protonmail_signature_block|Apple-Mail-URLShareSignature)\b/
const SIGNATURE_ID = /^(x_)*(signature|ms-outlook-mobile-signature|composer_signature|AppleMailSignature)$/i
const ORIGINAL_ID =
  /^(x_)*(divRplyFwdMsg|appendonsend|OLK_SRC_BODY_SECTION|stopSpelling|mail-editor-reference-message-container|reply-intro)$/i

// Programs that label quotes leave the label off what their user indents.
const CITES = /<blockquote[^>]{0,500}\btype\s*=\s*["']?cite/i

interface Run {
  text: string
  tags: string[]
  href: string | null
}
type Attributes = Readonly<Record<string, string>>

export function linesOfHtml(html: string): Line[] {
  const reader = new LineReader(CITES.test(html))
  const parser = new Parser({
    onopentag: (tag, attributes) => reader.open(tag, attributes),
    ontext: (text) => reader.text(text),
    onclosetag: (tag) => reader.close(tag),
  })
  parser.end(html)
  return reader.end()
}

class LineReader {
  readonly #lines: Line[] = []
  readonly #open: Open[] = []
  /** How many open elements hold nothing that is read. */
  #unread = 0
  #isOriginal = false
  #runs: Run[] = []
  #kind: Line['kind'] = 'text'
  readonly #hasCites: boolean

  constructor(hasCites: boolean) {
    this.#hasCites = hasCites
  }

  open(tag: string, attributes: Attributes) {
    if (UNREAD.has(tag)) this.#unread += 1
    if (this.#unread > 0) return
    if (ORIGINAL_ID.test(attributes['id'] ?? '')) {
      this.#endLine(false)
      this.#isOriginal = true
    }
    if (tag === 'br') return this.#endLine(true)
    if (tag === 'td' || tag === 'th') this.#runs.push({ text: ' ', tags: [], href: null })
    if (BLOCK.has(tag) || tag === 'hr') this.#endLine(false)
    // Outlook makes every line a paragraph and every blank line an empty paragraph.
    const isLineOfOutlook = tag === 'p' && /\bMso|msonormal/i.test(attributes['class'] ?? '')
    if (SPACED.has(tag) && !isLineOfOutlook) this.#space()
    if (tag === 'li') this.#kind = 'item'
    if (VOID.has(tag)) return
    const opened = openOf(isLineOfOutlook ? 'div' : tag, tag, attributes)
    const isIndent = tag === 'blockquote' && this.#hasCites && Object.keys(attributes).length === 0
    this.#open.push(isIndent ? { ...opened, isQuote: false } : opened)
  }

  text(text: string) {
    if (this.#unread > 0) return
    const href = this.#open.findLast((one) => one.tag === 'a')?.inline || null
    const tags = [...new Set(this.#open.filter((one) => one.tag !== 'a' && one.inline).map((one) => one.inline))]
    if (!this.#open.some((one) => one.isPre))
      return void this.#runs.push({ text: text.replaceAll(/[\s\u200b\ufeff]+/g, ' '), tags, href })
    for (const [index, piece] of text.split(/\r?\n/).entries()) {
      if (index > 0) this.#endLine(true)
      if (piece !== '') this.#runs.push({ text: piece, tags, href })
    }
  }

  close(tag: string) {
    if (UNREAD.has(tag)) this.#unread = Math.max(0, this.#unread - 1)
    if (this.#unread > 0 || VOID.has(tag)) return
    const index = this.#open.findLastIndex((one) => one.tag === tag || (tag === 'p' && one.tag === 'div'))
    if (index < 0) return
    const closed = this.#open[index]!.tag
    // The line still belongs to what is being closed.
    if (BLOCK.has(closed)) this.#endLine(false)
    if (BLOCK.has(closed) && SPACED.has(closed)) this.#space()
    this.#open.splice(index, 1)
  }

  end(): Line[] {
    this.#endLine(false)
    return this.#lines
  }

  #endLine(isForced: boolean) {
    if (this.#runs.length > 0 || isForced)
      this.#lines.push(lineOf(this.#runs, { depth: this.#depth(), kind: this.#kind, part: this.#part() }))
    this.#runs = []
    this.#kind = 'text'
  }

  #space() {
    if (this.#lines.length > 0 && this.#lines.at(-1)!.text !== '')
      this.#lines.push({ text: '', html: '', depth: this.#depth(), kind: 'text', part: this.#part() })
  }

  #depth = () => this.#open.filter((one) => one.isQuote).length

  #part(): Line['part'] {
    if (this.#isOriginal) return 'original'
    return this.#open.some((one) => one.part === 'signature') ? 'signature' : 'own'
  }
}

function openOf(shownTag: string, tag: string, attributes: Attributes): Open {
  const isSignature = SIGNATURE_CLASS.test(attributes['class'] ?? '') || SIGNATURE_ID.test(attributes['id'] ?? '')
  return {
    tag: shownTag,
    inline: tag === 'a' ? hrefOf(attributes['href']) : (INLINE[tag] ?? ''),
    isQuote: isQuote(tag, attributes),
    isPre: tag === 'pre' || /white-space:\s*pre/i.test(attributes['style'] ?? ''),
    part: isSignature ? 'signature' : 'own',
  }
}

function lineOf(runs: readonly Run[], rest: Pick<Line, 'depth' | 'kind' | 'part'>): Line {
  const text = runs
    .map((run) => run.text)
    .join('')
    .trim()
  const prefix = /^(> ?)+/.exec(text)?.[0] ?? ''
  // Replies written as plain text and sent as HTML contain their quotes as `>` prefixes.
  if (prefix) {
    const own = text.slice(prefix.length)
    return { ...rest, text: own, html: inlineHtml(own), depth: rest.depth + prefix.replaceAll(' ', '').length }
  }
  const html = runs.map(runHtml).join('').trim()
  // Word writes list items as paragraphs that start with a bullet.
  const bullet = /^[·•▪]\s+/.exec(text)?.[0]
  if (!bullet || !html.startsWith(bullet)) return { ...rest, text, html }
  return { ...rest, kind: 'item', text: text.slice(bullet.length), html: html.slice(bullet.length) }
}

function runHtml({ text, tags, href }: { text: string; tags: string[]; href: string | null }): string {
  const inner = href ? escapeHtml(masked(text)) : inlineHtml(text)
  if (text.trim() === '') return inner
  const linked = href ? `<a href="${escapeHtml(href)}">${inner}</a>` : inner
  return tags.reduceRight((html, tag) => `<${tag}>${html}</${tag}>`, linked)
}

// A mailto link would address a person who never joined.
const hrefOf = (href: string | undefined) => (href && /^https?:\/\//i.test(href.trim()) ? href.trim() : '')

function isQuote(tag: string, attributes: Record<string, string>): boolean {
  if (tag === 'div' || tag === 'span') return QUOTE_CLASS.test(attributes['class'] ?? '')
  // Gmail's indent is a blockquote without a border: it is the author's own text.
  return tag === 'blockquote' && !/border:\s*(none|0)/i.test(attributes['style'] ?? '')
}
