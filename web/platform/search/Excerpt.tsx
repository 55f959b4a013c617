import { highlightParts } from '#shared/search.ts'

/** An excerpt in which the words that a search found are marked. */
export const Excerpt = ({ text: excerpt }: { text: string }) =>
  highlightParts(excerpt).map(({ text, isFound }, at) => (isFound ? <mark key={at}>{text}</mark> : text))
