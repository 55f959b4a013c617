/** Formats a compiled statement for reading. Only the whitespace between words changes. */

const TOKENS =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|\/\*[\s\S]*?\*\/|\$\d+|\w+|::|<>|<=|>=|->>|->|@@|@>|<@|&&|\|\||\s+|[\s\S]/g
const CLAUSES = new Set([
  'select',
  'from',
  'where',
  'group',
  'having',
  'order',
  'limit',
  'offset',
  'union',
  'join',
  'left',
  'cross',
  'with',
])
/** Words before a clause keyword that start the clause, or that change the keyword's meaning. */
const CONTINUED: Readonly<Record<string, readonly string[]>> = {
  from: ['distinct'],
  join: ['left', 'cross', 'inner', 'full'],
  select: ['all', 'union'],
}
const QUERY = new Set(['select', 'with', 'values'])

interface Level {
  /** Whether this parenthesis contains a query, whose clauses are on separate lines. */
  isQuery: boolean
  indent: number
  clause: string
  isBetween: boolean
  /** Whether the column list continues on a second line. */
  isList: boolean
}

export function formatSql(text: string): string {
  const tokens = (text.match(TOKENS) ?? []).map((token) => (/^\s+$/.test(token) ? ' ' : token))
  const levels: Level[] = [{ isQuery: true, indent: 0, clause: '', isBetween: false, isList: false }]
  const lines: string[] = []
  let line = ''
  let before = ''
  const lineAt = (indent: number) => {
    lines.push(line)
    line = '  '.repeat(indent)
  }
  const wordAfter = (index: number) =>
    (tokens[index + 1] === ' ' ? tokens[index + 2] : tokens[index + 1])?.toLowerCase() ?? ''
  for (const [index, token] of tokens.entries()) {
    const level = levels.at(-1)!
    const word = token.toLowerCase()
    if (token === ' ') {
      if (line.trimEnd() === line) line += ' '
      continue
    }
    if (token === ')') {
      if (level.isQuery && levels.length > 1) lineAt(level.indent - 1)
      levels.pop()
      line += token
    } else if (token === '(') {
      const isQuery = QUERY.has(wordAfter(index))
      levels.push({
        isQuery,
        indent: level.indent + indentOf(level, isQuery),
        clause: '',
        isBetween: false,
        isList: false,
      })
      line += token
      if (isQuery) lineAt(levels.at(-1)!.indent)
    } else if (level.isQuery && isClause(word, before, wordAfter(index))) {
      level.clause = word
      level.isList = false
      if (lines.length > 0 || line !== '') lineAt(level.indent)
      line += token
    } else if (level.isQuery && level.clause === 'where' && (word === 'or' || (word === 'and' && !level.isBetween))) {
      lineAt(level.indent + 1)
      line += token
    } else line += token
    if (token === ',' && level.isQuery && level.clause === 'select') {
      level.isList = true
      lineAt(level.indent + 1)
    }
    if (word === 'between' || word === 'and') level.isBetween = word === 'between'
    before = word
  }
  return [...lines, line]
    .map((each) => each.trimEnd())
    .filter((each) => each !== '')
    .join('\n')
}

const indentOf = ({ isList }: Level, isQuery: boolean) => (isQuery ? 1 : 0) + (isList ? 1 : 0)

const isClause = (word: string, before: string, after: string) =>
  CLAUSES.has(word) &&
  !CONTINUED[word]?.includes(before) &&
  !((word === 'group' || word === 'order') && after !== 'by') &&
  !(word === 'left' && after === '(') &&
  !(word === 'with' && before !== '' && before !== '(')
