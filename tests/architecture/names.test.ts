/** Names, sizes and words in the code. */
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { files, isTest, sources, textOf } from '../harness/sources.ts'

const ROLES = new Set(['access', 'reads', 'actions', 'sql', 'signals', 'jobs', 'queries', 'routes'])
const LINES = 400
/** Files that may exceed the limit, with the reason. */
const LONGER: Record<string, string> = {
  'tests/api/mail-import.test.ts': 'one table of archives and what must come of each',
}
/** Files that may read the environment: the one that parses it, and programs that pass it on. */
const READS_ENVIRONMENT =
  /^(server\/config\.ts|bin\/|\.ci\/|bench\/|tests\/|vite\.config\.ts|vitest\.config\.ts|playwright\.config\.ts)/

describe('files', () => {
  it('are kebab-case, components PascalCase, with a role of the closed list after the dot', () => {
    const strange = sources.filter((file) => {
      const name = file
        .split('/')
        .at(-1)!
        .replace(/\.(ts|tsx)$/, '')
        .replace(/\.(test|spec|d)$/, '')
      const [base, role, ...rest] = name.split('.')
      if (rest.length > 0) return true
      if (role !== undefined && !ROLES.has(role) && role !== 'config') return true
      // A route is named like its URL: $threadId, _layout, __root.
      if (file.startsWith('web/routes/')) return !/^[\w$.-]+$/.test(base!)
      const isComponent = /^[A-Z][A-Za-z0-9]*$/.test(base!)
      return !(isComponent ? file.endsWith('.tsx') || isTest(file) : /^[a-z0-9]+(-[a-z0-9]+)*$/.test(base!))
    })
    expect(strange).toEqual([])
  })

  it('of a feature of the server carry its name before the role, or that of something it acts on', () => {
    const strange = sources.filter((file) => {
      const match = /^server\/features\/([^/]+)\/([^/]+)\.(\w+)\.ts$/.exec(file)
      if (!match || !ROLES.has(match[3]!)) return false
      // Actions are named after what they act on; their reads have the same name: polls.actions.ts, polls.reads.ts.
      const acted = `server/features/${match[1]}/${match[2]}.actions.ts`
      return match[3] !== 'actions' && match[2] !== match[1] && !sources.includes(acted)
    })
    expect(strange).toEqual([])
  })

  it(`have at most ${LINES} lines`, () => {
    const long = [...sources, ...files.filter((file) => file.endsWith('.css'))]
      .filter((file) => !file.startsWith('database/seed/'))
      .map((file) => ({ file, lines: textOf(file).split('\n').length - 1 }))
      .filter(({ file, lines }) => lines > LINES && !(file in LONGER))
    expect(long).toEqual([])
  })

  it('are never called helpers, utils, common or misc', () => {
    expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.)/.test(file))).toEqual([])
  })
})

it('of prepared statements stand for one text, because a connection refuses a second one under the same name', () => {
  const defined = /\bname: '([\w-]+)',\s+text:|\b(?:statement|ofMember)\(\s*'([\w-]+)'/g
  const names = sources
    .filter((file) => file.startsWith('server/') && !isTest(file))
    .flatMap((file) => [...textOf(file).matchAll(defined)].map(([, pair, name]) => (pair ?? name)!))
  expect(names.length).toBeGreaterThan(400)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})

describe('words', () => {
  it('of the environment are read once', () => {
    expect(
      sources.filter(
        (file) =>
          !READS_ENVIRONMENT.test(file) &&
          /process\.env\b(?!['.]NODE_ENV)/.test(textOf(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')),
      ),
    ).toEqual([])
  })

  it('of the machine they were written on stand nowhere', () => {
    const forbidden = new RegExp(
      [
        '/wo' + 'rk/',
        '/tmp/tr' + 'ees',
        '\\.lib' + 'rary/',
        'registry\\.npm' + 'js',
        'sub' + 'agent',
        'chat' + 'gpt',
        'co' + 'pilot',
        'cla' + 'ude',
        'open' + 'ai\\.com',
      ].join('|'),
      'i',
    )
    const texts = files.filter(
      (file) =>
        /\.(ts|tsx|mjs|css|sql|graphql|json|md|sh)$|^\.ci\/|^\.\w+rc/.test(file) && file !== 'package-lock.json',
    )
    expect(texts.filter((file) => forbidden.test(textOf(file)))).toEqual([])
    expect(textOf('package-lock.json')).not.toContain('"resolved"')
  })

  it('are not shouted, and no work is left for later', () => {
    const strange = sources.filter((file) => !isTest(file) && /\b(TO' + 'DO|FIX' + 'ME|X{3})\b/.test(textOf(file)))
    expect(strange).toEqual([])
  })

  it('skip nothing in a test without saying why', () => {
    const silent = sources.filter(
      (file) =>
        isTest(file) &&
        /\b(it|describe|test)\.(only|todo)\b|\bx(it|describe)\(/.test(textOf(file)) &&
        !['tests/architecture/names.test.ts', 'bin/coverage.test.ts'].includes(file),
    )
    expect(silent).toEqual([])
  })
})

it('generates the operations from the contract', () => {
  expect(() => execFileSync(process.execPath, ['bin/generate.ts', '--check'], { stdio: 'pipe' })).not.toThrow()
})
