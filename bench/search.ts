/** npm run bench -- search: search quality on two judged collections, and speed on the large dataset. */
import { createReadStream, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { reads } from '#server/app.ts'
import { loadContract } from '#server/platform/graph/contract.ts'
import { makeEngine } from '#server/platform/graph/engine.ts'
import { findViewers, indexWaiting, openLarge, print, round, timeInTurn } from './kit.ts'

const SHARED_DATA = process.env['SHARED_DATA'] ?? '../shared/data'
const MUST = { cranfield: 1, cacm: 1, usual_word_ms: 40, suggestion_ms: 15, indexed_per_second: 500 }

const { database } = await openLarge()
const client = await database.write.connect()
await client.query('set statement_timeout = 0')
print('search', {
  must: MUST,
  quality: { cranfield: await quality('cranfield'), cacm: await quality('cacm') },
  ...(await speed()),
})
client.release()
await database.close()

/** nDCG@10 of our ranking and of plain BM25 with Porter stemming (k1 0.9, b 0.4), both in the same database. */
async function quality(name: string): Promise<Record<string, number | string>> {
  const folder = path.join(SHARED_DATA, `ir-${name}`)
  try {
    readFileSync(path.join(folder, 'queries.jsonl'))
  } catch {
    return { skipped: `the collection ir-${name} is not in ${SHARED_DATA}` }
  }
  await client.query(`
    create temp table docs (id text primary key, title text not null, body text not null);
    create temp table asked (id text primary key, words text not null);
    create temp table judged (asked text, id text, grade integer, primary key (asked, id))`)
  const documents: unknown[] = []
  for await (const line of createInterface({
    input: createReadStream(path.join(folder, 'corpus.jsonl.gz')).pipe(createGunzip()),
  }))
    documents.push(JSON.parse(line))
  await load(
    client,
    'insert into docs select _id, coalesce(title, $$$$), text from jsonb_to_recordset($1) as r(_id text, title text, text text)',
    documents,
  )
  const queries = readFileSync(path.join(folder, 'queries.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  await load(
    client,
    'insert into asked select _id, text from jsonb_to_recordset($1) as r(_id text, text text)',
    queries,
  )
  const judgements = readFileSync(path.join(folder, 'qrels/test.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [asked, id, grade] = line.split('\t')
      return { asked, id, grade: Number(grade) }
    })
  await load(
    client,
    'insert into judged select asked, id, grade from jsonb_to_recordset($1) as r(asked text, id text, grade integer)',
    judgements,
  )
  await client.query(`
    create text search dictionary pg_temp.porter (template = snowball, language = porter, stopwords = english);
    create text search configuration pg_temp.porter (copy = english);
    alter text search configuration pg_temp.porter alter mapping for asciiword, word, hword, hword_part, asciihword, hword_asciipart with pg_temp.porter`)
  const ours = await ndcg(
    'words',
    `(select b.score from bm25(d.words, d.length, c.average_length, array[t.term], array[t.rarity]) b)`,
  )
  const plain = await ndcg(
    'pg_temp.porter',
    `t.rarity * times_in(ts_rank('{1,1,1,1}', d.words, t.term)) * 1.9 / (times_in(ts_rank('{1,1,1,1}', d.words, t.term)) + 0.9 * (0.6 + 0.4 * d.length / c.average_length))`,
  )
  await client.query(
    'drop table docs, asked, judged; drop text search configuration pg_temp.porter; drop text search dictionary pg_temp.porter',
  )
  return { ours: round(ours), bm25: round(plain), ratio: round(ours / plain) }
}

function load(to: pg.ClientBase, text: string, rows: readonly unknown[]) {
  return to.query(text, [JSON.stringify(rows)])
}

async function ndcg(config: string, score: string): Promise<number> {
  await client.query(`
    create temp table items as select w.id, w.words, words_in(w.words) as length from (
      select id, setweight(to_tsvector('${config}', title), 'A') || to_tsvector('${config}', body) as words from docs) w;
    create temp table stems as select word as lexeme, ndoc as documents from ts_stat('select words from items');
    create index on items using gin (words); create unique index on stems (lexeme); analyze items`)
  const { rows } = await client.query<{ ndcg: number }>(`
    with c as (select count(*)::float8 as documents, avg(length) as average_length from items),
    t as (
      select a.id as asked, quote_literal(s.lexeme)::tsquery as term, ln(1 + (c.documents - s.documents + 0.5) / (s.documents + 0.5)) as rarity
      from asked a cross join c cross join unnest(to_tsvector('${config}', a.words)) w join stems s on s.lexeme = w.lexeme),
    scored as (
      select t.asked, d.id, sum(${score}) as score from t join items d on d.words @@ t.term cross join c group by 1, 2),
    ranked as (select s.*, row_number() over (partition by asked order by score desc, id) as place from scored s),
    gained as (
      select r.asked, sum(coalesce(j.grade, 0) / log(2, r.place + 1)) as gain
      from ranked r left join judged j using (asked, id) where r.place <= 10 group by 1),
    best as (
      select asked, sum(grade / log(2, place + 1)) as gain from (
        select j.*, row_number() over (partition by asked order by grade desc) as place from judged j where grade > 0) b
      where place <= 10 group by 1)
    select avg(coalesce(g.gain, 0) / b.gain)::float8 as ndcg from best b left join gained g using (asked)`)
  await client.query('drop table items, stems')
  return rows[0]!.ndcg
}

/** Swaps the third and fourth letter. */
function turnedRound(word: string): string {
  return word.replace(/^(..)(.)(.)/, '$1$3$2')
}

/** Searches, suggestions, and a plain index lookup for comparison, alternating on one connection. */
async function speed() {
  const indexing = await indexAll()
  const { three } = await findViewers(database.hot)
  const { rows: words } = await database.hot.query<{ lexeme: string }>(
    'select lexeme from search_lexemes where length(lexeme) > 3 order by documents desc, lexeme limit 40',
  )
  const { rows: rare } = await database.hot.query<{ lexeme: string }>(
    'select lexeme from search_lexemes where documents between 5 and 50 order by lexeme limit 1',
  )
  const usual = words.map(({ lexeme }) => lexeme)
  const search = await database.search.connect()
  const hot = await database.hot.connect()
  const engine = makeEngine({ contract: loadContract(), reads, hot: database.hot, search: database.search })
  const run = (operation: string, variables: Record<string, unknown>) => {
    const input = { viewer: three, variables: engine.coerce(operation, variables) }
    const { text, slots } = engine.variant(operation, input)
    const values = slots.map((slot) => slot.read(input))
    return () => search.query({ text, values })
  }
  const times = await timeInTurn(
    {
      look_up: () =>
        hot.query({ name: 'look-up', text: 'select f.* from thread_feed f where f.thread_id = $1', values: [1000] }),
      usual_word: run('FindThreads', { search: usual[0] }),
      two_usual_words: run('FindThreads', { search: `${usual[1]} ${usual[2]}` }),
      rare_word: run('FindThreads', { search: rare[0]?.lexeme ?? 'nothing' }),
      question: run('FindThreads', { search: usual.slice(3, 12).join(' '), any_word: true }),
      correction: run('SearchCorrections', { search: turnedRound(usual[0]!) }),
      suggestion: run('QuerySuggestions', { query: usual[0]!.slice(0, 3) }),
    },
    { times: 15 },
  )
  search.release()
  hot.release()
  return {
    indexing,
    milliseconds: Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, round(ms)])),
    ratios_to_look_up: Object.fromEntries(
      Object.entries(times).map(([name, ms]) => [name, round(ms / times['look_up']!)]),
    ),
  }
}

/** Indexes everything that is pending, then changes MEASURED messages and times indexing them again. */
async function indexAll() {
  const AT_ONCE = 500
  const MEASURED = 5_000
  await indexWaiting(database.write)
  await client.query('select count_lexemes(50000)')
  await client.query('analyze search_lexemes')
  await client.query(
    `insert into search_changes (entity_type, entity_id) select 'message', id from messages order by id desc limit ${MEASURED} on conflict do nothing`,
  )
  const began = performance.now()
  for (;;) {
    const { rows } = await client.query<{ taken: number }>('select index_messages($1) as taken', [AT_ONCE])
    if (rows[0]!.taken < AT_ONCE) break
  }
  return { messages_per_second: Math.round((MEASURED / (performance.now() - began)) * 1000) }
}
