/** A message body as lines, the common format of plain text and HTML. */
import { escapeHtml, plainText, sanitizeBody } from '#server/platform/html.ts'

export interface Line {
  text: string
  /** The same text with emphasis and links as HTML; everything else is escaped. */
  html: string
  /** Quote depth. */
  depth: number
  kind: 'text' | 'item' | 'code'
  /** The role that the mail program's own markup gives it. */
  part: 'own' | 'signature' | 'original'
}

export interface Body {
  html: string
  text: string
  /** True if most line breaks come from wrapping long lines. */
  isWrapping: boolean
}

const DEEPEST_QUOTE = 5
const WRAP_WIDTH = 64
const ADDRESS = /\b[\w.+-]+@(?:[a-z0-9-]+\.)+[a-z]{2,24}\b(?!\.invalid)/gi
const URL = /\bhttps?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]'*]/gi

/** Escaped text with links; email addresses in it are made invalid. */
export function inlineHtml(text: string): string {
  let html = ''
  let end = 0
  for (const { 0: url, index } of text.matchAll(URL)) {
    html += `${escapeHtml(masked(text.slice(end, index)))}<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`
    end = index + url.length
  }
  return html + escapeHtml(masked(text.slice(end)))
}

/** People in an archive did not consent to being contacted, so their addresses are made invalid. */
export const masked = (text: string) =>
  text.includes('@') ? text.replaceAll(ADDRESS, (address) => `${address}.invalid`) : text

/** `isWrapped`: the lines come from plain text, where a line may have been broken only because of its length. */
export function bodyOf(lines: readonly Line[], isWrapped: boolean): Body {
  const wrap = { joined: 0, broken: 0 }
  let html = ''
  let depth = 0
  for (const paragraph of paragraphs(lines)) {
    const [first] = paragraph as [Line]
    const level = Math.min(first.depth, DEEPEST_QUOTE)
    html += '</blockquote>'.repeat(Math.max(0, depth - level)) + '<blockquote>'.repeat(Math.max(0, level - depth))
    depth = level
    html += first.kind === 'item' ? listOf(paragraph) : `<p>${joinLines(paragraph, isWrapped, wrap)}</p>`
  }
  const clean = sanitizeBody(html + '</blockquote>'.repeat(depth))
  return { html: clean, text: plainText(clean), isWrapping: wrap.joined > 1 && wrap.joined >= wrap.broken }
}

function paragraphs(lines: readonly Line[]): Line[][] {
  const found: Line[][] = []
  let open: Line[] = []
  const close = () => {
    if (open.length > 0) found.push(open)
    open = []
  }
  for (const line of lines) {
    const previous = open.at(-1)
    if (line.text.trim() === '') {
      if (previous?.kind !== 'code') close()
      continue
    }
    if (previous && (previous.depth !== line.depth || (previous.kind === 'item') !== (line.kind === 'item'))) close()
    open.push(line)
  }
  close()
  return found
}

const listOf = (lines: readonly Line[]) => `<ul>${lines.map((line) => `<li>${line.html}</li>`).join('')}</ul>`

function joinLines(lines: readonly Line[], isWrapped: boolean, wrap: { joined: number; broken: number }): string {
  let html = lines[0]!.html
  for (let index = 1; index < lines.length; index += 1) {
    const isJoined = (isWrapped ? continues : runsOn)(lines[index - 1]!, lines[index]!)
    if (isJoined) wrap.joined += 1
    else wrap.broken += 1
    html += (isJoined ? ' ' : '<br />') + lines[index]!.html
  }
  return html
}

/**
 * Whether the line was broken only because the next word did not fit. Code, lists and addresses keep their line breaks.
 */
function continues(line: Line, next: Line): boolean {
  if (line.kind === 'code' || next.kind === 'code') return false
  if (/^\s|^([-*•+>#|$]|\d{1,2}[.)]|\[)/.test(next.text) || /[;{}\\|]$|_{5}|-{5}|={5}/.test(line.text)) return false
  const word = /^\S+/.exec(next.text)?.[0].length ?? 0
  return line.text.length + 1 + word > WRAP_WIDTH
}

/** The same for HTML, where lines have any length: joins only a sentence that clearly continues. */
const runsOn = (line: Line, next: Line) =>
  line.text.length > WRAP_WIDTH && /[\p{Ll},]$/u.test(line.text) && /^\p{Ll}/u.test(next.text)
