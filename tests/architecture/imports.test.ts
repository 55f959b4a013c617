/** Which module may import which. Read from the folders, so that new features are checked too. */
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { FEATURES } from '#server/app.ts'
import { LEVELS } from '#server/platform/feature.ts'
import { files, importsOf, isTest, sources, textOf } from '../harness/sources.ts'

/** Components that web features may import from others: people, and the button that saves an item; and in discussions, the search for experts (0031). */
const MET: readonly (readonly [RegExp, RegExp])[] = [
  [/./, /^web\/features\/people\/(Avatar|PersonLink)\.tsx$/],
  [/./, /^web\/features\/bookmarks\/BookmarkButton\.tsx$/],
  // What needs a second person is asked for where it was refused.
  [/./, /^web\/features\/approvals\/ask-for-approval\.tsx$/],
  // Texts that staff write stand in the pages of others.
  [/./, /^web\/features\/generic-content\/GenericText\.tsx$/],
  [/^discussions$/, /^web\/features\/experts\/recommend\/(ExpertSearch|NewExpert)\.tsx$/],
]

/** Flat on purpose: what both sides share stands in `shared/<feature>.ts`, so the path follows from the name. */
const FLAT = ['shared']

const featureNamed = (name: string) => FEATURES.find((feature) => feature.name === name)!
/** A feature imports only the public API (`index.ts`) of lower levels, and of those beside it that it names. */
const mayImport = (own: string, other: string) => {
  const [{ level, besides = [] }, { level: otherLevel }] = [featureNamed(own), featureNamed(other)]
  return LEVELS.indexOf(otherLevel) < LEVELS.indexOf(level) || besides.includes(other)
}
const featureOf = (file: string) => /^(?:server|web)\/features\/([^/]+)\//.exec(file)?.[1]
const under = (folder: string) => sources.filter((file) => file.startsWith(folder) && !isTest(file))
const strangersIn = (folder: string, allowed: (imported: string, file: string) => boolean) =>
  under(folder).flatMap((file) =>
    importsOf(file)
      .filter((imported) => !allowed(imported, file))
      .map((imported) => `${file} imports ${imported}`),
  )
const starts = (file: string, ...folders: string[]) => folders.some((folder) => file.startsWith(folder))

it('reads the folders', () => {
  expect(under('server/').length).toBeGreaterThan(30)
  expect(importsOf('server/app.ts')).toContain('server/features/discussions/index.ts')
  expect(importsOf('tests/architecture/imports.test.ts')).toEqual([
    'server/app.ts',
    'server/platform/feature.ts',
    'tests/harness/sources.ts',
  ])
})

describe('arrows point down:', () => {
  it('shared and the generated contract import nothing of ours', () => {
    expect(strangersIn('shared/', (imported) => starts(imported, 'shared/'))).toEqual([])
    expect(strangersIn('shared/kit/', (imported) => starts(imported, 'shared/kit/'))).toEqual([])
  })

  it('the platform of the server knows no feature', () => {
    expect(
      strangersIn(
        'server/platform/',
        (imported) =>
          starts(imported, 'server/platform/', 'shared/', 'api/generated/') || imported === 'server/config.ts',
      ),
    ).toEqual([])
  })

  it('a feature of the server imports its own folder, the platform, what is shared, and public APIs of lower levels', () => {
    expect(
      strangersIn('server/features/', (imported, file) => {
        const [own, other] = [featureOf(file)!, featureOf(imported)]
        if (other === undefined)
          return starts(imported, 'server/platform/', 'shared/', 'api/generated/') || imported === 'server/config.ts'
        if (other === own) return true
        return imported.endsWith('/index.ts') && mayImport(own, other)
      }),
    ).toEqual([])
  })

  it('the kit, the platform, the writing and the media of the web know no feature and no route', () => {
    expect(strangersIn('web/kit/', (imported) => starts(imported, 'web/kit/', 'web/theme/', 'shared/kit/'))).toEqual([])
    expect(
      strangersIn('web/platform/', (imported) =>
        starts(imported, 'web/platform/', 'web/kit/', 'web/theme/', 'shared/', 'api/generated/'),
      ),
    ).toEqual([])
    expect(
      strangersIn('web/writing/', (imported) =>
        starts(imported, 'web/writing/', 'web/platform/', 'web/kit/', 'web/theme/', 'shared/', 'api/generated/'),
      ),
    ).toEqual([])
    expect(
      strangersIn('web/media/', (imported) =>
        starts(imported, 'web/media/', 'web/platform/', 'web/kit/', 'web/theme/', 'shared/', 'api/generated/'),
      ),
    ).toEqual([])
  })

  it('a feature of the web imports its own folder, writing, media, kit, platform and what is shared; of others only who a person or an expert is', () => {
    expect(
      strangersIn('web/features/', (imported, file) => {
        const [own, other] = [featureOf(file)!, featureOf(imported)]
        if (other === undefined)
          return starts(
            imported,
            'web/writing/',
            'web/media/',
            'web/kit/',
            'web/platform/',
            'web/theme/',
            'shared/',
            'api/generated/',
          )
        return other === own || MET.some(([who, what]) => who.test(own) && what.test(imported))
      }),
    ).toEqual([])
  })

  it('neither side reaches into the other, and nothing reaches into tests or bin', () => {
    expect(strangersIn('web/', (imported) => starts(imported, 'web/', 'shared/', 'api/generated/'))).toEqual([])
    expect(
      strangersIn(
        'server/',
        (imported, file) =>
          starts(imported, 'server/', 'shared/', 'api/generated/') ||
          (['server/app.ts', 'server/main.ts', 'server/demo.ts'].includes(file) &&
            imported.startsWith('database/seed/')),
      ),
    ).toEqual([])
  })

  it('a test of the API uses public APIs, never the inside of a feature', () => {
    const insides = sources
      .filter((file) => /^tests\/(api|browser|journeys|hostile|faults)\//.test(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((imported) => featureOf(imported) && !imported.endsWith('/index.ts'))
          .map((imported) => `${file} imports ${imported}`),
      )
      // mail-import.test.ts tests pure functions on corpora, without a server.
      .filter((line) => !line.startsWith('tests/api/mail-import.test.ts'))
    expect(insides).toEqual([])
  })

  it('nothing imports itself by a detour, neither for a type nor when it is loaded later', () => {
    const known = new Set(sources)
    const state = new Map<string, 'open' | 'done'>()
    const cycles: string[] = []
    const visit = (file: string, path: readonly string[]) => {
      if (state.get(file) === 'done') return
      if (state.get(file) === 'open') return void cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      state.set(file, 'open')
      for (const imported of importsOf(file)) if (known.has(imported)) visit(imported, [...path, file])
      state.set(file, 'done')
    }
    for (const file of sources) visit(file, [])
    expect(cycles).toEqual([])
  })

  it('a worker thread loads no public API of a feature: that is most of the server, and the first search waits', () => {
    const threads = sources.filter((file) => file.endsWith('-worker.ts'))
    expect(threads).toContain('server/features/search/evaluator/search-worker.ts')
    const loaded = (file: string, seen: Set<string>) => {
      if (seen.has(file)) return seen
      seen.add(file)
      for (const imported of importsOf(file, { types: false })) loaded(imported, seen)
      return seen
    }
    expect(
      threads.flatMap((file) => [...loaded(file, new Set())].filter((each) => each.endsWith('/index.ts'))),
    ).toEqual([])
  })

  it('a room has at most 20 files', () => {
    const rooms = new Map<string, number>()
    for (const file of files.filter((each) => /^(web|server|shared)\//.test(each))) {
      const room = file.slice(0, file.lastIndexOf('/'))
      rooms.set(room, (rooms.get(room) ?? 0) + 1)
    }
    expect([...rooms].filter(([room, count]) => count > 20 && !FLAT.includes(room))).toEqual([])
  })

  it('has no barrels: only public APIs of server features are called index.ts', () => {
    expect(
      sources.filter(
        (file) =>
          /\/index\.tsx?$/.test(file) && !/^(server\/features\/[^/]+|web\/routes(\/.*)?)\/index\.tsx?$/.test(file),
      ),
    ).toEqual([])
  })

  it('a public API has at most ten names', () => {
    for (const file of sources.filter((each) => /^server\/features\/[^/]+\/index\.ts$/.test(each))) {
      const names = [...textOf(file).matchAll(/export (?:type )?\{([^}]+)\}/g)].flatMap((match) =>
        match[1]!.split(',').filter((name) => name.trim() !== ''),
      )
      expect({ file, names: names.length <= 10 }).toEqual({ file, names: true })
    }
  })
})

/** `const { a, default: b } = await import('package')` and `(await import('package')).a` */
const ON_DEMAND = /const \{ ([^}]+) \} = await import\('([@a-z][^']*)'\)|await import\('([@a-z][^']*)'\)\)\.(\w+)/g

it('Node itself sees the names that are imported from packages on demand; Vitest would add what is missing', () => {
  const wanted = under('server/').flatMap((file) =>
    [...textOf(file).matchAll(ON_DEMAND)].map(([, several, from, other, one]) => ({
      from: from ?? other!,
      names: several?.split(', ').map((name) => name.split(':')[0]!) ?? [one!],
    })),
  )
  expect(wanted.map(({ from }) => from)).toEqual(expect.arrayContaining(['ioredis', 'nodemailer', 'pdfkit']))
  const script = `for (const { from, names } of ${JSON.stringify(wanted)}) {
    const found = await import(from)
    for (const name of names) if (!(name in found)) console.log(name + ' of ' + from)
  }`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
})
