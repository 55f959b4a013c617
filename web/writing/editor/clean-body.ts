/**
 * Sanitizes the body of a message before it is sent: paragraphs, breaks, emphasis, lists, quotes, links and mention
 * spans. The server decides; this ensures that members send what they see.
 */
const KEPT = new Set(['P', 'BR', 'STRONG', 'EM', 'UL', 'OL', 'LI', 'BLOCKQUOTE', 'A', 'SPAN'])
const DROPPED_WHOLE = new Set([
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'IFRAME',
  'OBJECT',
  'SVG',
  'MATH',
  'NOSCRIPT',
  'TITLE',
  'TEXTAREA',
])

export const isAllowedLink = (href: string): boolean =>
  URL.canParse(href) && /^(https?|mailto):$/.test(new URL(href).protocol)

export function cleanBody(html: string): string {
  const inert = new DOMParser().parseFromString(html, 'text/html')
  for (const element of [...inert.body.querySelectorAll('*')].reverse()) cleanElement(element)
  return inert.body.innerHTML
}

function cleanElement(element: Element): void {
  const tag = element.tagName.toUpperCase()
  if (DROPPED_WHOLE.has(tag)) return element.remove()
  const href = tag === 'A' ? (element.getAttribute('href') ?? '').trim() : ''
  const mentioned = tag === 'SPAN' ? Number(element.getAttribute('data-mention-id')) : 0
  const isKept = KEPT.has(tag) && (tag !== 'A' || isAllowedLink(href)) && (tag !== 'SPAN' || mentioned > 0)
  if (!isKept) return element.replaceWith(...element.childNodes)
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
  if (tag === 'A') element.setAttribute('href', href)
  if (tag === 'SPAN') element.setAttribute('data-mention-id', String(mentioned))
}

/** The ids of the members mentioned in a sanitized body, without duplicates. */
export function mentionsIn(html: string): number[] {
  const ids = [...html.matchAll(/data-mention-id="(\d+)"/g)].map(([, id]) => Number(id))
  return [...new Set(ids)]
}
