/** Texts about an expert. */
import { EXPERT_TYPE_LABELS, PRICES, type ExpertType } from '#shared/experts.ts'

/** "Individual, Dahlberg & Rowe"; a firm does not repeat its name as company. */
export function kindOf({
  type,
  name,
  company,
}: {
  type: ExpertType
  name: string
  company: { name: string } | null
}): string {
  const label = EXPERT_TYPE_LABELS[type]
  return company === null || company.name === name ? label : `${label}, ${company.name}`
}

export function priceInWords(price: number): string | null {
  const band = PRICES.find(({ index }) => index === price)
  return band ? `${band.name} prices` : null
}

/** Converts plain text to the HTML paragraphs that the server stores. */
export function htmlOfLines(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('')
}

/** "March 2026". */
export const monthOf = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone }).format(new Date(at))
