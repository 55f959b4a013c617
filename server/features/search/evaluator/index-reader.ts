/** What a server knows of the index: segments from the database, and changes as of the last question. */
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { completionsOf, type Unfinished } from './completions.ts'
import { correct, type Correction, type Misspelt } from './corrections.ts'
import { evaluate, type Answer } from './evaluate.ts'
import { selectChanges, selectMisspelt, selectQuestion } from './evaluator.sql.ts'
import { LiveIndex } from './live-index.ts'
import type { Question, WordGroup } from './question.ts'
import type { Segment } from '../segments/segment.ts'
import { readChanged, readSegment, readSegments, type Change } from './stored.ts'
import { parseQuery } from '../segments/text-search.ts'

/** As one member asks; the rest of a `Question` is read from the database. */
export type Asked = Pick<
  Question,
  | 'channels'
  | 'isStaff'
  | 'threadType'
  | 'before'
  | 'after'
  | 'byDate'
  | 'wholeOnly'
  | 'top'
  | 'countTo'
  | 'everyThread'
  | 'excluded'
  | 'budgetMs'
> & {
  search: string
  network: string | null
  userId: number
  isUnfinished: boolean
  /** Leaves out what the viewer may read and others in their channels may not. */
  isPublicOnly?: boolean
}
export type Misspelling = Pick<Asked, 'search' | 'userId' | 'channels' | 'isStaff'>

interface Unapplied {
  changes: Change[]
  since: string
  segments: number[]
}
interface Facts extends Unapplied {
  groups: WordGroup[] | null
  must: string | null
  /** The last word, if it may be unfinished; without a lexeme if it is too common to be indexed. */
  unfinished: (Unfinished & { lexeme: string | null }) | null
  own: number[]
  networks: number[] | null
}
/** With the words that were looked for, in all their spellings and with synonyms, but without completions. */
export type Answered = Answer & { words: string[] }
type Spelling = Unapplied & { misspelt: Misspelt[] | null; own: number[] }

/** Changes that are read with a question. */
const AT_ONCE = 500
/**
 * A question waits this long while more changes than those are applied; some thousands are. After it the index answers
 * without the rest. The database must not answer instead: it finds other threads, so what arrives elsewhere, which the
 * viewer may not read, would change what they find.
 */
const CATCH_UP_MS = 500
/** The log of changes is kept for an hour. */
const STALE_MS = 30 * 60_000

/** What the server has read, as parameters. */
interface Known {
  since: string
  applied: number[]
  most: number
}

interface State {
  index: LiveIndex
  segments: readonly number[]
  since: string
  /** Changes that are applied, with their transactions: those since `since`. */
  applied: Map<number, string>
  /** One after the other: an older reading must not replace a newer one. */
  applying: Promise<void>
  readAt: number
}

export class IndexReader {
  readonly #pool: pg.Pool
  readonly #segments = new Map<number, Segment>()
  #state: State | undefined
  #loading: Promise<void> | undefined
  #refreshing: Promise<void> | undefined

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Documents, with those that changed meanwhile. */
  get documents(): number {
    return this.#state?.index.held.reduce((sum, { living }) => sum + living, 0) ?? 0
  }

  /** Undefined if no index is held, or only an old one. */
  async answer(asked: Asked): Promise<Answered | undefined> {
    const { search, userId, channels, network, isUnfinished } = asked
    const given = { search, userId, channels, network, isUnfinished }
    const read = await this.#read<Facts>((known) => selectQuestion({ ...given, ...known }))
    if (!read) return undefined
    const { must, own, networks, unfinished } = read.facts
    const groups = read.facts.groups ?? []
    const { held } = read.index
    const reader = { ...asked, own, networks: null, threadType: null }
    const completions = unfinished?.lexeme ? completionsOf(held, reader, unfinished) : []
    const answer = evaluate(held, {
      ...asked,
      groups: groups.map((group) =>
        group.words.includes(unfinished?.lexeme ?? '')
          ? { ...group, words: [...new Set([...group.words, ...completions])] }
          : group,
      ),
      must: must === null ? null : parseQuery(must),
      own: asked.isPublicOnly ? [] : own,
      networks,
      now: Date.now(),
    })
    return { ...answer, words: groups.flatMap(({ words, synonyms }) => [...words, ...synonyms]) }
  }

  /** The same for spelling. */
  async correct({ search, userId, channels, isStaff }: Misspelling): Promise<Correction[] | undefined> {
    const read = await this.#read<Spelling>((known) => selectMisspelt({ search, userId, channels, ...known }))
    if (!read) return undefined
    const { misspelt, own } = read.facts
    return correct(read.index.held, { channels, isStaff, own, networks: null, threadType: null }, misspelt ?? [])
  }

  /** Reads what a question needs together with the changes since the last one, and applies these first. */
  async #read<Read extends Unapplied>(
    select: (known: Known) => pg.QueryConfig,
  ): Promise<{ facts: Read; index: LiveIndex } | undefined> {
    const state = this.#state
    if (!state || Date.now() - state.readAt > STALE_MS) {
      void this.load().catch(() => undefined)
      return undefined
    }
    const known = { since: state.since, applied: [...state.applied.keys()], most: AT_ONCE }
    const facts = (await this.#pool.query<Read>(select(known))).rows[0]!
    await this.#apply(state, facts)
    if (facts.changes.length === AT_ONCE)
      await Promise.race([this.refresh().catch(() => undefined), setTimeout(CATCH_UP_MS, undefined, { ref: false })])
    if (String(facts.segments) !== String(state.segments)) void this.load().catch(() => undefined)
    return { facts, index: state.index }
  }

  /** Applies all changes; loads segments if there are others. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined))
    return this.#refreshing
  }

  async #refresh(): Promise<void> {
    for (;;) {
      const state = this.#state
      if (!state) return this.load()
      const given = { since: state.since, applied: [...state.applied.keys()], most: AT_ONCE }
      const { rows } = await this.#pool.query<Unapplied>(selectChanges(given))
      await this.#apply(state, rows[0]!)
      if (rows[0]!.changes.length < AT_ONCE) {
        if (String(rows[0]!.segments) !== String(state.segments)) await this.load()
        return
      }
    }
  }

  /** Reads the segments that are not held yet. */
  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined))
    return this.#loading
  }

  async #load(): Promise<void> {
    const stored = await readSegments(this.#pool)
    for (const { id } of stored) {
      const segment = this.#segments.get(id) ?? (await readSegment(this.#pool, id))
      // Replaced since the list was read.
      if (!segment) return this.#load()
      this.#segments.set(id, segment)
    }
    const ids = stored.map(({ id }) => id)
    for (const id of this.#segments.keys()) if (!ids.includes(id)) this.#segments.delete(id)
    const newest = stored.at(-1)
    this.#state = newest && {
      index: new LiveIndex(ids.map((id) => this.#segments.get(id)!)),
      segments: ids,
      since: newest.since,
      applied: new Map(),
      applying: Promise.resolve(),
      readAt: Date.now(),
    }
  }

  #apply(state: State, { changes, since }: Unapplied): Promise<void> {
    state.applying = state.applying
      .catch(() => undefined)
      .then(async () => {
        const unknown = changes.filter(
          ({ change, by }) => !state.applied.has(change) && BigInt(by) >= BigInt(state.since),
        )
        if (unknown.length > 0) {
          const { ids, documents } = await readChanged(this.#pool, unknown)
          state.index.apply(ids, documents)
          for (const { change, by } of unknown) state.applied.set(change, by)
        }
        // With more changes to come, those are still to be read.
        if (changes.length === AT_ONCE) return
        state.readAt = Date.now()
        if (BigInt(since) <= BigInt(state.since)) return
        state.since = since
        for (const [change, by] of state.applied) if (BigInt(by) < BigInt(since)) state.applied.delete(change)
      })
    return state.applying
  }
}
