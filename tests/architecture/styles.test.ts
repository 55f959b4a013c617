/** Spacing comes from the scale of tokens.css, so that pages line up and a change of the scale reaches all of them. */
import { expect, it } from 'vitest'
import { files, textOf } from '../harness/sources.ts'

const sheets = files.filter((file) => file.startsWith('web/') && file.endsWith('.css'))

const SPACING = /(?:^|[;{\s])((?:margin|padding)(?:-[a-z-]+)?|(?:row-|column-)?gap)\s*:\s*([^;}]+)/g
const LENGTH = /(?<![\w.-])-?(\d+(?:\.\d+)?)px/g

/** The tokens and their lengths in pixels. */
const SCALE = new Map(
  [...textOf('web/theme/tokens.css').matchAll(/(--space-[\w]+): (\d+)px/g)].map(([, name, px]) => [name!, Number(px)]),
)
/** A longer length places a part of the page; it is not spacing. */
const LONGEST_PX = Math.max(...SCALE.values())

const rawLengthsIn = (css: string) =>
  [...css.matchAll(SPACING)].flatMap(([, property, value]) =>
    [...value!.matchAll(LENGTH)]
      .filter(([, px]) => Number(px) > 0 && Number(px) <= LONGEST_PX)
      .map(([length]) => `${property}: ${length}`),
  )

it('margins, paddings and gaps are tokens', () => {
  const found = sheets.flatMap((file) => rawLengthsIn(textOf(file)).map((length) => `${file} ${length}`))
  expect(found).toEqual([])
})

it('every token that is used exists', () => {
  const used = sheets.flatMap((file) => [...textOf(file).matchAll(/var\((--space-[\w-]+)\)/g)].map(([, name]) => name!))
  expect(used.length).toBeGreaterThan(500)
  expect([...new Set(used)].filter((name) => !SCALE.has(name))).toEqual([])
})

it('finds raw lengths, also negative ones and those within calc(), and nothing else', () => {
  expect(rawLengthsIn('.a { margin: 0 -10px var(--space-4); border: 1px solid; min-height: 36px }')).toEqual([
    'margin: -10px',
  ])
  expect(
    rawLengthsIn('.a { row-gap: calc(var(--gutter) - 12px); padding-left: 4px; scroll-margin-top: 72px }'),
  ).toEqual(['row-gap: 12px', 'padding-left: 4px'])
  expect(rawLengthsIn('.a { padding: 72px var(--gutter) }')).toEqual([])
})
