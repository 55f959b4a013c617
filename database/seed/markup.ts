/** Converts the markup of the demo's texts to the HTML that the composer would send. */
import { personName, requirePerson } from './demo-members.ts'

const BLOCK = /\n[^\S\n]*\n+/

export function htmlOfMarkup(text: string): string {
  return text.trim().split(BLOCK).map(block).join('')
}

/** Ids of the mentioned members, without duplicates, in text order. */
export function mentionsIn(text: string): number[] {
  return [...new Set([...text.matchAll(/@\{(\w+)\}/g)].map(([, key]) => requirePerson(key!).id))]
}

function block(source: string): string {
  const lines = source.split('\n').map((line) => line.trim())
  if (lines.every((line) => line.startsWith('- '))) return list('ul', lines, 2)
  if (lines.every((line) => /^\d\. /.test(line))) return list('ol', lines, 3)
  if (lines.every((line) => line.startsWith('> '))) {
    return `<blockquote><p>${inline(lines.map((line) => line.slice(2)).join('\n'))}</p></blockquote>`
  }
  return `<p>${inline(lines.join('\n'))}</p>`
}

const list = (tag: 'ul' | 'ol', lines: string[], marker: number) =>
  `<${tag}>${lines.map((line) => `<li><p>${inline(line.slice(marker))}</p></li>`).join('')}</${tag}>`

const inline = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll("'", '’')
    .replaceAll(/(^|[\s([])"/g, '$1“')
    .replaceAll('"', '”')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/(?<![\w/])_([^_]+)_(?!\w)/g, '<em>$1</em>')
    .replaceAll(/\[([^\]]+)\]\((https:[^)\s]+)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/@\{(\w+)\}/g, (_, key: string) => {
      const person = requirePerson(key)
      return `<span data-mention-id="${person.id}">@${personName(person)}</span>`
    })
    .replaceAll('\n', '<br />')
