/** The repository as text: every file of ours that git would track, and its imports. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

export const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !file.startsWith('node_modules'))
export const textOf = (file: string) => readFileSync(file, 'utf8')
export const sources = files.filter((file) => /\.(ts|tsx)$/.test(file) && !file.startsWith('api/generated/'))
export const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file) || file.startsWith('tests/')

const ALIASES: Record<string, string> = {
  '#api/': 'api/generated/',
  '#shared/': 'shared/',
  '#server/': 'server/',
  '#web/': 'web/',
  '#database/': 'database/',
}

const TYPES_ONLY = /^(?:import|export) type [^']*'[^']+'/gm

/** Paths of the repository's files that this one imports, type imports included unless it is asked what runs. */
export function importsOf(file: string, { types = true }: { types?: boolean } = {}): string[] {
  const text = types ? textOf(file) : textOf(file).replaceAll(TYPES_ONLY, '')
  const found = [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^'\n;]*?(?:\{[^}]*\}[^'\n]*?)?from\s+'([^']+)'|(?:^|\n)import\s+'([^']+)'|\bimport\('([^']+)'\)/g,
    ),
  ]
  return found.flatMap((match) => {
    const name = match[1] ?? match[2] ?? match[3]!
    const alias = Object.keys(ALIASES).find((each) => name.startsWith(each))
    if (alias) return [ALIASES[alias] + name.slice(alias.length)]
    return name.startsWith('.') ? [path.posix.join(path.posix.dirname(file), name)] : []
  })
}
