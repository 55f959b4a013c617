/** Builds a segment from documents, and merges segments without asking the database for words again. */
import { Bytes, Numbers } from './bytes.ts'
import { Cursor, END } from './cursor.ts'
import { setOf, type Segment } from './segment.ts'
import { eachWord } from './text-search.ts'
import { inOrder, SegmentWriter, type DocumentRow } from './writer.ts'

export interface Document extends DocumentRow {
  /** The text of a tsvector. */
  words: string
}

export function buildSegment(documents: readonly Document[], gone: readonly number[] = []): Segment {
  const rows = inOrder(documents)
  const numbers = new Map<string, number>()
  const [ofWord, ofDocument, times, ends] = [new Numbers(), new Numbers(), new Numbers(), new Numbers()]
  const places = new Bytes()
  rows.forEach(({ words }, document) =>
    eachWord(words, (word, often, at) => {
      let number = numbers.get(word)
      if (number === undefined) numbers.set(word, (number = numbers.size))
      ofWord.push(number)
      ofDocument.push(document)
      times.push(often)
      places.number(at.length)
      let last = 0
      for (const place of at) {
        places.number(place - last)
        last = place
      }
      ends.push(places.size)
    }),
  )
  const writer = new SegmentWriter(rows)
  const byWord = grouped(ofWord.written, numbers.size)
  const words = [...numbers].map(([word, number]) => ({ bytes: Buffer.from(word), number }))
  for (const { bytes, number } of words.sort((a, b) => Buffer.compare(a.bytes, b.bytes))) {
    writer.beginWord(bytes)
    for (let at = byWord.starts[number]!; at < byWord.starts[number + 1]!; at++) {
      const posting = byWord.order[at]!
      const from = posting === 0 ? 0 : ends.written[posting - 1]!
      const packed = places.written.subarray(from, ends.written[posting])
      writer.add(ofDocument.written[posting]!, times.written[posting]!, packed)
    }
  }
  return writer.finish(gone)
}

/** Positions by word, in their order (a counting sort). */
function grouped(ofWord: Uint32Array, words: number) {
  const starts = new Uint32Array(words + 1)
  for (const word of ofWord) starts[word + 1]! += 1
  for (let word = 0; word < words; word++) starts[word + 1]! += starts[word]!
  const next = starts.slice()
  const order = new Uint32Array(ofWord.length)
  ofWord.forEach((word, position) => (order[next[word]!++] = position))
  return { starts, order }
}

export interface Living {
  segment: Segment
  /** 1 for each document that no longer counts. */
  dead: Uint8Array
}
interface Source extends Living {
  /** Its documents' numbers in the merged segment. */
  renumbered: Int32Array
  /** The word at hand. */
  word: number
}

/** What is gone stays known, unless there is no older segment that may hold it. */
export function mergeSegments(list: readonly Living[], { isOldest }: { isOldest: boolean }): Segment {
  const kept: (DocumentRow & { source: number; document: number })[] = []
  list.forEach(({ segment, dead }, source) => {
    const { ids, threads, lengths, dates, sets } = segment
    for (let document = 0; document < ids.length; document++) {
      if (dead[document] === 1) continue
      const { access, channels } = sets[setOf(segment, document)]!
      kept.push({
        ...{ source, document, access, channels },
        ...{ id: ids[document]!, thread: threads[document]!, date: dates[document]!, length: lengths[document]! },
      })
    }
  })
  const rows = inOrder(kept)
  const sources = list.map(({ segment, dead }): Source => {
    return { segment, dead, renumbered: new Int32Array(segment.ids.length).fill(-1), word: 0 }
  })
  rows.forEach(({ source, document }, number) => (sources[source]!.renumbered[document] = number))
  const writer = new SegmentWriter(rows)
  for (let word = nextWord(sources); word; word = nextWord(sources)) mergeWord(writer, word, sources)
  const present = new Set(rows.map(({ id }) => id))
  const gone = isOldest ? [] : list.flatMap(({ segment }) => [...segment.gone, ...segment.ids])
  return writer.finish([...new Set(gone)].filter((id) => !present.has(id)))
}

const bytesOf = ({ segment: { wordBytes, wordStarts }, word }: Source) =>
  wordBytes.subarray(wordStarts[word], wordStarts[word + 1])

function nextWord(sources: readonly Source[]): Uint8Array | undefined {
  let first: Uint8Array | undefined
  for (const source of sources) {
    if (source.word >= source.segment.counts.length) continue
    const bytes = bytesOf(source)
    if (!first || Buffer.compare(bytes, first) < 0) first = bytes
  }
  return first
}

function mergeWord(writer: SegmentWriter, word: Uint8Array, sources: readonly Source[]): void {
  const postings: { document: number; times: number; places: Uint8Array }[] = []
  let from = 0
  for (const source of sources) {
    if (source.word >= source.segment.counts.length || Buffer.compare(bytesOf(source), word) !== 0) continue
    const cursor = new Cursor(source.segment, source.word)
    for (let each = cursor.seek(0); each !== END; each = cursor.next()) {
      const document = source.renumbered[each]!
      if (document >= 0) postings.push({ document, times: cursor.times, places: cursor.packedPlaces() })
    }
    source.word += 1
    from += 1
  }
  if (postings.length === 0) return
  if (from > 1) postings.sort((a, b) => a.document - b.document)
  writer.beginWord(word)
  for (const { document, times, places } of postings) writer.add(document, times, places)
}
