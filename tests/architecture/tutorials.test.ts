/** The tutorials list files that exist and that contain the example. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const [, ...sections] = readFileSync('docs/tutorials.md', 'utf8').split('\n## ')
const tutorials = sections.map((text) => {
  const [title] = text.split('\n', 1)
  const files = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => path.posix.join('docs', target!))
  return { title: title!, example: /Example: `?([\w ]+)/.exec(text)![1]!.trim(), files }
})
/** Treats `feature_flags`, `FeatureFlag` and `feature flags` as the same name. */
const plain = (text: string) => text.toLowerCase().replaceAll(/[-_ ]/g, '')

it('there are three', () => {
  expect(tutorials.map(({ title, example }) => [title, example])).toEqual([
    ['Add a field', 'pronouns'],
    ['Add an operation', 'TrackMemberView'],
    ['Add a feature', 'feature flags'],
  ])
})

it.each(tutorials)('“$title” lists files that exist and name $example', ({ example, files }) => {
  expect(files.length).toBeGreaterThan(7)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  const name = plain(example).replace(/s$/, '')
  expect(files.filter((file) => !plain(`${file} ${readFileSync(file, 'utf8')}`).includes(name))).toEqual([])
})

it('the guides lead to them', () => {
  for (const guide of ['README.md', 'ARCHITECTURE.md'])
    expect(readFileSync(guide, 'utf8')).toContain('](docs/tutorials.md)')
})
