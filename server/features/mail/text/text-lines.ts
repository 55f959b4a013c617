import { inlineHtml, type Line } from './lines.ts'
import { announcesInFull } from './quote-marks.ts'
import { isSentenceLine } from './prose.ts'

const QUOTE_PREFIX = /^(?: ?>)+ ?/
// Lines of signs that somebody typed: only the signs before a blank are quote signs, or none.
const TYPED_SIGNS = /^(?:> ){1,3}(?=>{5,}$)/
const ARROWS = /^(?: ?>){3,}.*<{2,}\s*$/
const INDENTED = /^ {2,8}(?=>)/
const BARS = /^\|(?: ?[|>])*(?: |$)/
const INITIALS = /^\p{Lu}{1,3}>/u

/** Splits plain text into lines; counts and removes the `>` prefixes. */
export function linesOfText(text: string): Line[] {
  return withPlainSigns(text.replaceAll('\u00a0', ' ').split(/\r\n|\r|\n/)).map((line) => {
    const prefix = prefixOf(line)
    const own = line.slice(prefix.length).trimEnd()
    const indent = /^[ \t]+/.exec(own)?.[0].replaceAll('\t', '    ').length ?? 0
    const spaces = '&nbsp;'.repeat(Math.min(indent, 24))
    return {
      text: own,
      html: spaces + inlineHtml(own.trimStart()),
      depth: prefix.replaceAll(' ', '').length,
      kind: indent >= 4 ? 'code' : 'text',
      part: 'own',
    }
  })
}

function prefixOf(line: string): string {
  if (ARROWS.test(line)) return ''
  return (TYPED_SIGNS.exec(line) ?? QUOTE_PREFIX.exec(line))?.[0] ?? ''
}

/** Some people quote with bars. Tables have them too, so only those directly below an announcement say so. */
function withoutBars(lines: readonly string[]): string[] {
  const isBarred = lines.some((line, index) => {
    const above = lines[index - 1]?.trim() === '' ? lines[index - 2] : lines[index - 1]
    return BARS.test(line) && above !== undefined && announcesInFull(above.trim())
  })
  if (!isBarred) return [...lines]
  return lines.map((line) => line.replace(BARS, (bars) => bars.replaceAll('|', '>')))
}

/** Removes what some programs put before the quote sign: an indent, or the initials of the quoted. */
function withPlainSigns(lines: readonly string[]): string[] {
  const plain = withoutBars(lines)
  for (let start = 0; start < plain.length; start += 1) {
    const sign = INDENTED.test(plain[start]!) ? INDENTED : (INITIALS.exec(plain[start]!)?.[0] ?? null)
    if (sign === null) continue
    let end = start
    const isSigned = (line: string) => (typeof sign === 'string' ? line.startsWith(sign) : sign.test(line))
    while (end < plain.length && isSigned(plain[end]!)) end += 1
    const block = plain.slice(start, end)
    if (isQuoted(block, typeof sign === 'string'))
      for (let index = start; index < end; index += 1)
        plain[index] = plain[index]!.replace(sign, typeof sign === 'string' ? '>' : '')
    start = end - 1
  }
  return plain
}

/** Prompts of programs look alike ("R> x"), so only sentences count; initials also stand before blank lines. */
function isQuoted(block: readonly string[], hasInitials: boolean): boolean {
  const isBlank = block.some((line) => /^\s*\p{Lu}{0,3}>\s*$/u.test(line))
  return block.length >= 3 && (!hasInitials || isBlank) && block.some((line) => isSentenceLine(line))
}
