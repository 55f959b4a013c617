/** The text forms of PostgreSQL's tsvector and tsquery. */

/** How often a word of the topic (weight A) counts. */
const TOPIC_TIMES = 3

export type OnWord = (word: string, times: number, places: readonly number[]) => void

/** Calls `onWord` for each word of a tsvector such as `'cap':3,7 'liabil':1A`. */
export function eachWord(vector: string, onWord: OnWord): void {
  let at = 0
  while (at < vector.length) {
    let end = vector.indexOf("'", at + 1)
    while (vector[end + 1] === "'") end = vector.indexOf("'", end + 2)
    const word = unquoted(vector.slice(at + 1, end))
    const next = vector.indexOf(' ', end + 1)
    const stop = next < 0 ? vector.length : next
    let times = 0
    const places: number[] = []
    if (stop > end + 1)
      for (const place of vector.slice(end + 2, stop).split(',')) {
        const isTopic = place.endsWith('A')
        times += isTopic ? TOPIC_TIMES : 1
        places.push(Number.parseInt(place, 10))
      }
    onWord(word, Math.max(times, 1), places)
    at = stop + 1
  }
}

const unquoted = (text: string) =>
  text.includes("'") || text.includes('\\') ? text.replaceAll("''", "'").replaceAll('\\\\', '\\') : text

export type TextQuery =
  | { is: 'word'; word: string }
  | { is: 'not'; of: TextQuery }
  | { is: 'and' | 'or'; left: TextQuery; right: TextQuery }
  | { is: 'phrase'; left: TextQuery; right: TextQuery; distance: number }

const TOKEN = /'(?:[^']|'')*'|<(?:-|\d+)>|[!&|()]/g

/** Parses a tsquery such as `'polar' <-> 'bear' & !'cub'`. */
export function parseQuery(text: string): TextQuery {
  const tokens = text.match(TOKEN) ?? []
  let at = 0
  const primary = (): TextQuery => {
    const token = tokens[at++]!
    if (token === '!') return { is: 'not', of: primary() }
    if (token !== '(') return { is: 'word', word: unquoted(token.slice(1, -1)) }
    const inner = either()
    at += 1
    return inner
  }
  const phrase = (): TextQuery => {
    let left = primary()
    while (tokens[at]?.startsWith('<')) {
      const token = tokens[at++]!
      left = { is: 'phrase', left, right: primary(), distance: token === '<->' ? 1 : Number(token.slice(1, -1)) }
    }
    return left
  }
  const both = (): TextQuery => {
    let left = phrase()
    while (tokens[at] === '&') {
      at += 1
      left = { is: 'and', left, right: phrase() }
    }
    return left
  }
  const either = (): TextQuery => {
    let left = both()
    while (tokens[at] === '|') {
      at += 1
      left = { is: 'or', left, right: both() }
    }
    return left
  }
  return either()
}

/** The words without which nothing matches. */
export function requiredWords(query: TextQuery): string[] {
  if (query.is === 'word') return [query.word]
  if (query.is === 'not' || query.is === 'or') return []
  return [...requiredWords(query.left), ...requiredWords(query.right)]
}

/** The places of a word in the document at hand; undefined if it is not there. */
export type PlacesOf = (word: string) => readonly number[] | undefined

export function holds(query: TextQuery, placesOf: PlacesOf): boolean {
  if (query.is === 'word') return placesOf(query.word) !== undefined
  if (query.is === 'not') return !holds(query.of, placesOf)
  if (query.is === 'and') return holds(query.left, placesOf) && holds(query.right, placesOf)
  if (query.is === 'or') return holds(query.left, placesOf) || holds(query.right, placesOf)
  return endsOf(query, placesOf).length > 0
}

/** Where a phrase ends. */
function endsOf(query: TextQuery, placesOf: PlacesOf): readonly number[] {
  if (query.is === 'word') return placesOf(query.word) ?? []
  if (query.is === 'or') return [...endsOf(query.left, placesOf), ...endsOf(query.right, placesOf)]
  if (query.is !== 'phrase') return []
  const left = new Set(endsOf(query.left, placesOf))
  return left.size === 0 ? [] : endsOf(query.right, placesOf).filter((place) => left.has(place - query.distance))
}
