import { inlineHtml, type Line } from './lines.ts'
import { announcesInFull } from './quote-marks.ts'

const SHARED = /^(.*?[^\s-])(?:\s*-{2,}\s*|\s+)(On (?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[,.]? .{6,200}[:：])\s*$/iu

/** Separates an answer from the announcement that some programs put behind it, in the same line. */
export function splitSharedLines(lines: readonly Line[]): Line[] {
  return lines.flatMap((line, index) => {
    if (line.depth > 0 || line.text.length > 400 || !lines[index + 1]?.depth) return [line]
    const [, answer = '', announcement = ''] = SHARED.exec(line.text) ?? []
    if (answer === '' || !announcesInFull(announcement)) return [line]
    return [answer, announcement].map((text) => ({ ...line, text, html: inlineHtml(text) }))
  })
}
