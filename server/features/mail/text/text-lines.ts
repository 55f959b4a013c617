import { inlineHtml, type Line } from './lines.ts'

const QUOTE_PREFIX = /^(?: ?>)+ ?/

/** Splits plain text into lines; counts and removes the `>` prefixes. */
export function linesOfText(text: string): Line[] {
  return text
    .replaceAll('\u00a0', ' ')
    .split(/\r\n|\r|\n/)
    .map((line) => {
      const prefix = QUOTE_PREFIX.exec(line)?.[0] ?? ''
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
