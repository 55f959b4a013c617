/** The feature objects match their folders. */
import { describe, expect, it } from 'vitest'
import { FEATURES } from '#server/app.ts'
import { LEVELS } from '#server/platform/feature.ts'
import { Relation } from '#server/platform/graph/sql.ts'
import { importsOf, sources, textOf } from '../harness/sources.ts'

const names = FEATURES.map(({ name }) => name)
const placeOf = (name: string) => names.indexOf(name)
const foldersOf = (side: string) =>
  [...new Set(sources.map((file) => new RegExp(`^${side}/features/([^/]+)/`).exec(file)?.[1]))]
    .filter((folder) => folder !== undefined)
    .toSorted()

describe('the list of features', () => {
  it('has an object for each folder of the server, and the web has no feature of its own', () => {
    expect(names.toSorted()).toEqual(foldersOf('server'))
    expect(foldersOf('web').filter((folder) => !names.includes(folder))).toEqual([])
  })

  it('stands in the order of the levels', () => {
    const levels = FEATURES.map(({ level }) => LEVELS.indexOf(level))
    expect(levels).toEqual(levels.toSorted((one, other) => one - other))
  })

  it.each(FEATURES)('$name names those beside it that it imports, and they come before it', ({ name, ...feature }) => {
    const imported = sources
      .filter((file) => file.startsWith(`server/features/${name}/`))
      .flatMap((file) => importsOf(file))
      .map((file) => /^server\/features\/([^/]+)\//.exec(file)?.[1])
    for (const other of feature.besides ?? []) {
      expect(FEATURES.find((each) => each.name === other)?.level).toBe(feature.level)
      expect(imported).toContain(other)
      expect(placeOf(other)).toBeLessThan(placeOf(name))
    }
  })
})

/** The exports of an access file that are relations, by name. */
async function relationsIn(file: string): Promise<[string, object][]> {
  const exported = (await import(`../../${file}`)) as Record<string, unknown>
  return Object.entries(exported).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && Object.values(value).every((each) => each instanceof Relation)
      ? [[`${file} ${name}`, value]]
      : [],
  )
}

describe('the relations of a feature', () => {
  const accessFiles = sources.filter((file) => file.endsWith('.access.ts'))

  it('are all in its object, which the permission wall reads', async () => {
    const listed = new Set<object>(FEATURES.flatMap(({ access = [] }) => access))
    const found = (await Promise.all(accessFiles.map(relationsIn))).flat()
    expect(found.length).toBeGreaterThan(40)
    expect(found.filter(([, relations]) => !listed.has(relations)).map(([name]) => name)).toEqual([])
    expect(listed.size).toBe(found.length)
  })

  it('are exported by access files only', () => {
    const makers = sources.filter(
      (file) =>
        file.startsWith('server/features/') &&
        !file.endsWith('.access.ts') &&
        /\b(un)?checkedRelations\(/.test(textOf(file)),
    )
    expect(makers).toEqual([])
  })
})
