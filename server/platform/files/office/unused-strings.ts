/** Texts that a workbook still stores although no cell shows them: what was deleted may be among them. */
import { rewrite } from './xml.ts'

/** The number of a text in a cell, after its formula if it has one. */
const NUMBER =
  /<(?:\w+:)?c\s[^>]*?\bt\s*=\s*["']s["'][^>]*>\s*(?:<(?:\w+:)?f\b[^>]*?(?:\/>|>[^<]*<\/(?:\w+:)?f>)\s*)?<(?:\w+:)?v(?:\s[^>]*)?>\s*(\d+)\s*<\//g

/** `sheets`: their XML. */
export function withoutUnusedStrings(strings: string, sheets: Iterable<string>): string {
  const used = new Set<number>()
  for (const sheet of sheets) for (const [, number] of sheet.matchAll(NUMBER)) used.add(Number(number))
  let index = -1
  return rewrite(strings, {
    element: ({ local }) => {
      if (local === 'si') index += 1
      return undefined
    },
    text: (text) => (index >= 0 && !used.has(index) && text.trim() !== '' ? '' : undefined),
  })
}
