/** `npm run words [-- PART]`: lists the sentences that members and staff read, by feature, from the syntax tree. */
import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'

const SOURCES = '{web,shared,server}/**/*.{ts,tsx}'
/** Tests, statements, relations and logs: their strings are not displayed. */
const NOT_SHOWN = /\.test\.tsx?$|\.(sql|access|reads|metrics)\.ts$|^server\/platform\/(database|graph|observability)\//
/** Attributes with values for machines. All others may be read aloud or displayed. */
const CODED = new Set(['className', 'href', 'to', 'id', 'htmlFor', 'key', 'type', 'name', 'role', 'd', 'rel', 'look'])

export interface Sentence {
  file: string
  line: number
  /** As written; a part that is filled in at run time is "…". */
  text: string
}

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

/** All displayed sentences, in file order. Run from the root of the repository. */
export function sentences(): Sentence[] {
  return globSync(SOURCES)
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !NOT_SHOWN.test(file))
    .sort()
    .flatMap((file) => sentencesIn(readFileSync(file, 'utf8'), file))
}

export function sentencesIn(source: string, file: string): Sentence[] {
  const found: Sentence[] = []
  const add = (node: Node, text: string) => {
    const words = text.replace(/\s+/g, ' ').trim()
    if (/\p{L}/u.test(words)) found.push({ file, line: source.slice(0, node.start).split('\n').length, text: words })
  }
  const visit = (node: Node): void => {
    if (isCode(node)) return
    const children = node.type === 'JSXElement' || node.type === 'JSXFragment' ? (node['children'] as Node[]) : []
    if (children.some(({ type }) => type === 'JSXText')) add(children[0]!, children.map(textOfChild).join(''))
    const text = textOf(node)
    if (text !== undefined && /\s/.test(text.trim())) add(node, text)
    for (const part of Object.values(node)) {
      for (const child of Array.isArray(part) ? part : [part]) if (isNode(child)) visit(child)
    }
  }
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node)
  return found
}

const isNode = (part: unknown): part is Node => typeof (part as Node | null)?.type === 'string'

/** Imports, types, tagged templates (SQL) and machine attributes. */
function isCode(node: Node): boolean {
  if (node.type === 'JSXAttribute') return CODED.has((node['name'] as { name: string }).name)
  return ['ImportDeclaration', 'TSLiteralType', 'TaggedTemplateExpression'].includes(node.type)
}

/** The text of a string or template literal. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'TemplateLiteral') return undefined
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
}

function textOfChild(child: Node): string {
  if (child.type === 'JSXText') return child['value'] as string
  return child.type === 'JSXExpressionContainer' ? (textOf(child['expression'] as Node) ?? '…') : '…'
}

/**
 * "discussions" for web/features/discussions/reply/ReplyComposer.tsx; "server/platform" for files outside of features.
 */
const partOf = (file: string) =>
  /^(?:web|server)\/features\/([^/]+)/.exec(file)?.[1] ?? file.split('/').slice(0, 2).join('/')

if (import.meta.main) {
  const wanted = process.argv[2]
  const parts = Map.groupBy(sentences(), ({ file }) => partOf(file))
  for (const [part, own] of [...parts].sort(([one], [other]) => one.localeCompare(other))) {
    if (wanted !== undefined && part !== wanted) continue
    console.log(`\n${part}`)
    for (const { file, line, text } of own) console.log(`  ${file}:${line}  ${text}`)
  }
}
