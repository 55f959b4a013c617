/** The titles of all tests as written in the sources, so that references in documents can be checked. */
import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'

const FOLDERS = '{api,bench,bin,database,server,shared,tests,web}'
/** Tests that several files run, each with another set-up. */
const SHARED = 'tests/**/*-promises.ts'
const WORDS = new Set(['describe', 'it', 'test'])
/** A test that does not run proves nothing. */
const NOT_RUN = new Set(['skip', 'todo'])

export interface TestTitle {
  file: string
  /** As written; a part that is filled in at run time is "…". */
  title: string
}

interface Node {
  type: string
  [key: string]: unknown
}

/** Titles of tests and of their groups. Run from the root of the repository. */
export function testTitles(): TestTitle[] {
  return globSync([`${FOLDERS}/**/*.{test,spec}.{ts,tsx}`, SHARED])
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .flatMap((file) => titlesIn(readFileSync(file, 'utf8'), file.endsWith('x')).map((title) => ({ file, title })))
}

export function titlesIn(source: string, isTsx = false): string[] {
  const titles: string[] = []
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression' && isTestCall(node['callee'] as Node)) {
      const title = textOf((node['arguments'] as Node[])[0])
      if (title !== undefined) titles.push(title, ...wordsOf(node['callee'] as Node))
    }
    for (const part of Object.values(node)) {
      for (const child of Array.isArray(part) ? part : [part]) if (isNode(child)) visit(child)
    }
  }
  visit(parseAst(source, { lang: isTsx ? 'tsx' : 'ts' }) as unknown as Node)
  return titles
}

/** The first value of each row of `it.each([['with no topic', …]])`, which is part of the title when the test runs. */
function wordsOf(callee: Node): string[] {
  const table = callee.type === 'CallExpression' ? (callee['arguments'] as Node[])[0] : undefined
  const rows = table?.type === 'TSAsExpression' ? (table['expression'] as Node) : table
  if (rows?.type !== 'ArrayExpression') return []
  return (rows['elements'] as (Node | null)[]).flatMap((row) => {
    const first = row?.type === 'ArrayExpression' ? (row['elements'] as Node[])[0] : (row ?? undefined)
    return textOf(first) ?? []
  })
}

const isNode = (part: unknown): part is Node => typeof (part as Node | null)?.type === 'string'

/** `it`, `it.only`, `it.each(rows)`: anything that is called with a title in the end. */
function isTestCall(callee: Node): boolean {
  if (callee.type === 'Identifier') return WORDS.has(callee['name'] as string)
  if (callee.type === 'CallExpression') return isTestCall(callee['callee'] as Node)
  if (callee.type === 'TaggedTemplateExpression') return isTestCall(callee['tag'] as Node)
  if (callee.type !== 'MemberExpression') return false
  return !NOT_RUN.has((callee['property'] as Node)['name'] as string) && isTestCall(callee['object'] as Node)
}

function textOf(argument: Node | undefined): string | undefined {
  if (argument?.type === 'Literal' && typeof argument['value'] === 'string') return argument['value']
  if (argument?.type !== 'TemplateLiteral') return undefined
  return (argument['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
}
