/** npm run bench -- library: cleaning documents of the corpora, watermarks, comparing versions, previews. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openFileTools, type FilePage } from '#server/platform/files/file-tools.ts'
import { pdf, zip } from '../tests/harness/documents.ts'
import { median, percentile, print, round, ROUNDS } from './kit.ts'

const DATA = process.env['SHARED_DATA'] ?? fileURLToPath(new URL('../../shared/data/', import.meta.url))
const PDF = 'application/pdf'
const TOKENS = ['Ottoline Ravensworth', 'ottoline@ravensworth-legal.example', 'Ravensworth Legal LLP']
const LETTERS = 300_000
const MB = 1 << 20

const tools = openFileTools()
const timed = async <Answer>(work: () => Promise<Answer>): Promise<{ ms: number; answer: Answer }> => {
  const began = performance.now()
  const answer = await work()
  return { ms: performance.now() - began, answer }
}
const rounds = async (work: () => Promise<unknown>) => {
  const times: number[] = []
  for (let each = 0; each < ROUNDS; each++) times.push((await timed(work)).ms)
  return round(median(times), 0)
}

/** Files that take part; without the corpora there are none. */
function filesOf(kinds: string): Uint8Array[] {
  return ['office-poi', 'seed-docs']
    .map((folder) => path.join(DATA, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => globSync(`**/*.${kinds}`, { cwd: folder }).map((name) => path.join(folder, name)))
    .map((file) => new Uint8Array(readFileSync(file)))
}

async function cleaning(kinds: string) {
  const times: number[] = []
  const cpu: number[] = []
  const outcomes: Record<string, number> = {}
  for (const bytes of filesOf(kinds)) {
    const began = process.cpuUsage()
    const { ms, answer } = await timed(() => tools.clean(bytes, 'application/octet-stream', { tokens: TOKENS }))
    outcomes[answer.outcome] = (outcomes[answer.outcome] ?? 0) + 1
    const { user, system } = process.cpuUsage(began)
    if (answer.outcome !== 'cleaned') continue
    times.push(ms)
    cpu.push((user + system) / 1000)
  }
  return times.length === 0
    ? 'no corpora'
    : {
        files: times.length,
        p50_ms: percentile(times, 0.5),
        p95_ms: percentile(times, 0.95),
        cpu_p95_ms: percentile(cpu, 0.95),
        max_ms: percentile(times, 1),
        outcomes,
      }
}

/** A contract of this length, and its revision: a word in every fifth paragraph, and paragraphs added and removed. */
function versions(): [FilePage[], FilePage[]] {
  const paragraphs: string[] = []
  for (let length = 0; length < LETTERS; length += paragraphs.at(-1)!.length + 1)
    paragraphs.push(
      Array.from(
        { length: 30 + (paragraphs.length % 40) },
        (_, at) => `word${(paragraphs.length * 31 + at * 17) % 4_001}`,
      ).join(' '),
    )
  const revised = paragraphs.flatMap((text, at) =>
    at % 50 === 0
      ? []
      : at % 37 === 0
        ? [text, `A new paragraph ${at}`]
        : [at % 5 === 0 ? text.replace(/word\d+ (\S+)$/, 'changed $1') : text],
  )
  const page = (texts: string[]): FilePage[] => [{ number: 1, label: 'Page', text: texts.join('\n') }]
  return [page(paragraphs), page(revised)]
}

// Starts the thread and loads its libraries.
const pages = await pdf(Array.from({ length: 100 }, (_, at) => `Page ${at + 1}. ${'The parties agree. '.repeat(120)}`))
await tools.clean(pages, PDF, { tokens: TOKENS })
await cleaning('{docx,pptx}')
const bomb = zip({ '[Content_Types].xml': new Uint8Array(97_000_000) })
const before = process.memoryUsage.rss()
const [old, revision] = versions()
const different = versions()[0].map((page) => ({ ...page, text: page.text.replaceAll('word', 'term') }))
const figures = {
  clean_office: await cleaning('{docx,docm,dotx,xlsx,xlsm,pptx,pptm,odt}'),
  clean_pdf: await cleaning('pdf'),
  clean_pdf_100_pages_ms: await rounds(() => tools.clean(pages, PDF, { tokens: TOKENS })),
  pages_of_pdf_100_ms: await rounds(() => tools.pages(pages, PDF)),
  watermark_100_pages_ms: await rounds(() =>
    tools.watermark(pages, PDF, 'Helen Whitfield · 24 November 2026, 14:00 UTC'),
  ),
  redline_300k_letters_ms: await rounds(() => tools.redline(old, revision)),
  redline_300k_letters_all_different_ms: await rounds(() => tools.redline(old, different)),
  previews_5_pages_ms: await rounds(() => tools.previews(pages, PDF, { pages: 5, width: 800 })),
  bomb_refused_ms: await rounds(() => tools.clean(bomb, 'application/octet-stream', { tokens: TOKENS })),
  rss_growth_mb: round((process.memoryUsage.rss() - before) / MB, 0),
}
await tools.close()
print('library', { ...figures, rss_growth_after_closing_mb: round((process.memoryUsage.rss() - before) / MB, 0) })
