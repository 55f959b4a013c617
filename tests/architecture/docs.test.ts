/** The operators' guide matches the code: settings, metrics, database values, sentences. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { print } from 'graphql'
import { loadContract } from '#server/platform/graph/contract.ts'
import { API_OPERATIONS } from '#server/platform/http/api-operations.ts'
import { SETTINGS } from '#server/config.ts'
import { makeMetrics } from '#server/platform/log/metrics.ts'

const guide = readFileSync('docs/operations.md', 'utf8')
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
const section = (title: string) => {
  const [, text] = guide.split(`\n## ${title}\n`)
  if (text === undefined) throw new Error(`docs/operations.md has no section “${title}”.`)
  return text.split('\n## ')[0]!
}

test('every setting is described with its default, and no other', () => {
  const described = rowsOf(section('Settings')).filter(([name]) => name!.startsWith('`'))
  const wanted = Object.entries(SETTINGS).map(([name, schema]) => {
    const usual: unknown = schema.safeParse(undefined).data
    return [
      `\`${name}\``,
      usual === undefined ? '—' : usual === '' ? 'empty' : `\`${String(usual)}\``,
      schema.description,
    ]
  })
  expect(described).toEqual(wanted)
})

test('docs/api.md lists the operations of each scope, with their variables', () => {
  const { operations } = loadContract()
  const wanted = Object.entries(API_OPERATIONS).flatMap(([scope, names]) =>
    names.map((name) => {
      const variables = (operations.get(name)!.variableDefinitions ?? []).map(
        ({ variable, type }) => `\`${variable.name.value}: ${print(type)}\``,
      )
      return [`\`${scope}\``, `\`${name}\``, variables.join(', ') || '—']
    }),
  )
  expect(rowsOf(readFileSync('docs/api.md', 'utf8')).filter(([scope]) => scope!.includes(':read'))).toEqual(wanted)
})

test('every metric of ours is described, and no other', () => {
  const metrics = makeMetrics()
  metrics.watchPools({})
  metrics.watchReplica({ replica: { state: 'used', lagMs: () => 0 }, replicaReads: { primary: 0, replica: 0 } })
  const ours = metrics.registry.getMetricsAsArray().map(({ name }) => name)
  const described = [...section('Health and metrics').matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name]) => name!)
  expect(described.filter((name) => name.startsWith('counterpart_')).sort()).toEqual(
    ours.filter((name) => name.startsWith('counterpart_')).sort(),
  )
  expect(ours).toEqual(expect.arrayContaining(described.filter((name) => /^(process|nodejs)_/.test(name))))
})

test('the values for an external database are those of the embedded one', () => {
  const source = readFileSync('server/platform/database/embedded.ts', 'utf8')
  const text = section('The database')
  const rows = rowsOf(text).filter(([name]) => /^`[a-z_]+`$/.test(name!))
  expect(rows.length).toBeGreaterThan(5)
  for (const [name, value] of rows)
    expect(source).toContain(`${name!.replaceAll('`', '')}: '${value!.replaceAll('`', '')}'`)
  const memory = [...text.matchAll(/^(MALLOC_\w+)=(\d+)$/gm)]
  expect(memory).toHaveLength(3)
  for (const [, name, value] of memory) expect(source).toContain(`${name}: '${value}'`)
})

test.each(['Startup messages', 'Logs'])('“%s” quotes sentences that the program says', (title) => {
  const sources = globSync(['bin/*.{ts,mjs}', 'server/**/*.ts'])
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const said = rowsOf(section(title)).flatMap(([quoted]) => quoted!.match(/"[^"]+"/g) ?? [])
  expect(said.length).toBeGreaterThan(4)
  const unsaid = said.flatMap((sentence) => sentence.slice(1, -1).split('…')).filter((part) => !sources.includes(part))
  expect(unsaid).toEqual([])
})

test('every start that is refused is explained', () => {
  const explained = section('Startup messages')
  const refusals = globSync(['server/config.ts', 'server/main.ts', 'server/platform/database/*.ts'])
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(
        /new StartError\(\s*(?:[^'"`]{0,40}\?\s*)?['"`]([^$'"`]{4,}?)[ (]*(?:\$|['"`])/g,
      ),
    ])
    .map(([, text]) => text!.split('. ')[0]!.split('\\n')[0]!.slice(0, 40).trim())
  expect(refusals.length).toBeGreaterThan(9)
  expect(refusals.filter((beginning) => !explained.includes(beginning))).toEqual([])
})

const pages = globSync(['*.md', 'docs/**/*.md'])
/** All matches of a pattern in all documents, as { page, found }. */
const inPages = (pattern: RegExp) =>
  pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(pattern)].map(([, found]) => ({ page, found: found! })),
  )

test('documents link to what exists', () => {
  const links = inPages(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter(({ page, found }) => !existsSync(join(dirname(page), found)))).toEqual([])
})

test('documents name files that exist', () => {
  const files = inPages(/`((?:api|bin|database|docs|server|shared|tests|web)\/[\w./-]+\.\w+)`/g)
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter(({ found }) => !existsSync(found))).toEqual([])
})

test('documents name every command, and no other', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const named = new Set(inPages(/npm (?:run )?(start|test|(?<=run )[a-z:]+)/g).map(({ found }) => found))
  expect([...named].sort()).toEqual(Object.keys(scripts).sort())
})

test('the README names every bench', () => {
  const benches = globSync('bench/*.ts').filter((file) => readFileSync(file, 'utf8').startsWith('/** npm run bench'))
  const [, listed = ''] = /one of `([a-z -]+)`/.exec(readFileSync('README.md', 'utf8')) ?? []
  expect(listed.split(' ').sort()).toEqual(benches.map((file) => file.slice('bench/'.length, -'.ts'.length)).sort())
})

test('each decision has its number, a status, and a line in the index', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  const decisions = globSync('docs/decisions/[0-9]*.md')
  expect(decisions.length).toBeGreaterThan(40)
  for (const file of decisions) {
    const name = file.slice(file.lastIndexOf('/') + 1)
    const [, title] =
      new RegExp(`^# ${name.slice(0, 4)} · (.+)\\n\\nStatus: (?:accepted|amended|superseded).*\\.\\n`).exec(
        readFileSync(file, 'utf8'),
      ) ?? []
    expect({ file, isListed: title !== undefined && index.includes(`[${title}](${name})`) }).toEqual({
      file,
      isListed: true,
    })
  }
})
