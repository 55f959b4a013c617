/**
 * Portraits of the demo's people, drawn by this script: flat planes, a jacket, hair, one plane of shade. They are nobody's
 * likeness. Some members have none, as in every community.
 */
import type { ClientBase } from 'pg'
import { requirePerson } from './demo-members.ts'

type Hair = 'short' | 'part' | 'crop' | 'bald' | 'long' | 'bob' | 'bun' | 'curls' | 'waves' | 'scarf'

interface Look {
  hair: Hair
  /** Places in SKINS and HAIRS. */
  skin: number
  color: number
  hasBeard?: boolean
  hasGlasses?: boolean
}

const KEY_LENGTH = 22
const SKINS = ['#f3d3bd', '#e8bd9c', '#d09a72', '#a9714b', '#7d4e31', '#5a3622']
const HAIRS = ['#1f1a1a', '#3b2a22', '#6b4a32', '#a9763f', '#d8b06a', '#9c4a2c', '#9a9a98', '#d6d5d0']
const GROUNDS = ['#dfe6ee', '#ead9d2', '#dce8e0', '#e9e2cf', '#e3dcec', '#d8e4e6']
const JACKETS = ['#22314a', '#3a2f3b', '#2e4a43', '#6c1a30', '#44484d', '#5b4a36']
const SCARVES = ['#5b6b8c', '#7a4a58', '#4d6f66']

/** `style skin hair-color`, then b for a beard and g for glasses. */
// oxfmt-ignore
const LOOKS: Readonly<Record<string, string>> = {
  helen: 'bob 0 4', marcus: 'crop 5 0 b', samuel: 'crop 4 0 g', ingrid: 'short 0 7 g', nathan: 'part 1 2', camille: 'bun 0 1',
  grace: 'curls 5 0', ruth: 'bob 1 6 g', priya: 'long 2 0', dana: 'long 0 5', lukasz: 'part 0 3', amara: 'curls 4 0',
  kenji: 'part 1 0', layla: 'waves 2 1', johanna: 'bun 0 4', matthias: 'short 0 3 bg', siobhan: 'waves 0 5', rafael: 'part 2 1',
  yael: 'curls 1 1', hannah: 'long 1 2', oliver: 'part 0 6', mei: 'bob 1 0', elena: 'waves 1 1', carlos: 'short 2 0 b',
  kwame: 'bald 5 0 b', victoria: 'bob 0 3', ben: 'part 1 1 b', astrid: 'long 0 4 g', david: 'crop 4 0', noor: 'scarf 2 0',
  george: 'short 1 6 b', aisha: 'scarf 4 0', frank: 'bald 2 0', margaret: 'bob 0 7', vikram: 'part 3 0 bg', sofia: 'waves 0 4',
  patrick: 'short 0 5', julia: 'bob 0 2 g', andre: 'part 1 6', chidi: 'crop 5 0', lauren: 'waves 0 3', hiroshi: 'short 1 6 g',
  beatrice: 'waves 1 0', nadia: 'long 2 0', tyler: 'part 0 4', renata: 'bun 0 2', william: 'bald 0 6 g', keisha: 'curls 4 0 g',
  arjun: 'part 3 0', simone: 'bun 4 0', daniel: 'short 1 1 bg', ulrike: 'bob 0 6', omar: 'short 2 0 b', adaeze: 'bun 5 0 g',
  henrik: 'short 0 4 b', catherine: 'bob 1 2', rohan: 'short 3 0 b', peter: 'part 1 0 g', fatima: 'scarf 2 0', lucia: 'long 2 1',
}

const lookOf = (words: string): Look => {
  const [hair, skin, color, flags = ''] = words.split(' ')
  return {
    hair: hair as Hair,
    skin: Number(skin),
    color: Number(color),
    hasBeard: flags.includes('b'),
    hasGlasses: flags.includes('g'),
  }
}

/** Behind the head. */
const BACKS: Partial<Record<Hair, string>> = {
  long: 'M27 46c0-20 10-30 23-30s23 10 23 30v34H27z',
  waves: 'M28 44c-2-18 9-29 22-29s24 11 22 29c3 5-1 9 1 14s-2 10-6 11H33c-4-1-8-6-6-11s-2-9 1-14z',
  bob: 'M28 44c0-19 10-28 22-28s22 9 22 28v18H28z',
  curls:
    'M50 11c6-4 13 0 15 4 6 1 10 7 8 12 4 5 3 11 0 14 2 6-2 12-8 13H35c-6-1-10-7-8-13-3-3-4-9 0-14-2-5 2-11 8-12 2-4 9-8 15-4z',
  bun: 'M50 6a8 8 0 0 1 8 8a8 8 0 0 1-16 0a8 8 0 0 1 8-8z',
}
/** Over the forehead. */
const FRONTS: Partial<Record<Hair, string>> = {
  short: 'M31 44c-2-18 8-27 19-27s21 9 19 27c-2-6-4-10-6-13-8 2-18 1-25-3-3 4-5 9-7 16z',
  part: 'M31 44c-2-19 8-28 20-28 11 0 20 9 18 28-2-6-3-9-5-12-9 0-16-3-20-8-4 6-10 9-13 20z',
  crop: 'M32 40c-1-15 7-23 18-23s19 8 18 23c-2-7-6-12-18-12s-16 5-18 12z',
  long: 'M32 44c-1-18 8-25 18-25s19 7 18 25c-3-8-9-12-16-15-5 6-13 8-20 15z',
  waves: 'M32 44c-2-18 8-25 18-25s20 7 18 25c-4-4-6-9-8-14-8 5-20 5-28 14z',
  bob: 'M32 44c-1-18 8-25 18-25s19 7 18 25c-2-5-4-8-6-11-8 1-18 0-24-4-3 5-5 9-6 15z',
  curls: 'M33 40c0-13 7-20 17-20s17 7 17 20c-3-5-5-7-9-8-3 2-6 2-9 0-4 2-6 1-9 0-3 1-5 4-7 8z',
  bun: 'M32 43c-1-17 8-25 18-25s19 8 18 25c-3-9-9-14-18-14s-15 5-18 14z',
}

/** A bust of 100 × 100. */
export function portraitOf(id: number, look: Look): string {
  const { hair, hasBeard, hasGlasses } = look
  const [skin, color] = [SKINS[look.skin]!, HAIRS[look.color]!]
  const jacket = JACKETS[(id * 5) % JACKETS.length]!
  const scarf = SCARVES[id % SCARVES.length]!
  const fill = (path: string | undefined, paint: string, more = '') =>
    path ? `<path d="${path}" fill="${paint}"${more}/>` : ''
  const shade = ' fill-opacity=".14"'
  const parts = [
    `<rect width="100" height="100" fill="${GROUNDS[id % GROUNDS.length]}"/>`,
    fill(BACKS[hair], color),
    hair === 'scarf' ? fill('M26 48c0-22 10-34 24-34s24 12 24 34c0 12 3 20 6 30H20c3-10 6-18 6-30z', scarf) : '',
    fill('M42 60h16v16l-8 7-8-7z', skin),
    fill('M42 62c5 6 11 6 16 0v7c-5 5-11 5-16 0z', '#000', shade),
    fill('M10 100c1-16 12-21 31-25l9 9 9-9c19 4 30 9 31 25z', jacket),
    fill('M41 75l9 9 9-9 3 2-12 16-12-16z', '#f5f3ee'),
    fill('M37 76l13 18-4 6h-6l-6-16zM63 76L50 94l4 6h6l6-16z', '#000', ' fill-opacity=".18"'),
    `<ellipse cx="50" cy="46" rx="17" ry="21" fill="${skin}"/>`,
    fill('M50 25a17 21 0 0 1 0 42c7-6 9-13 9-21s-2-15-9-21z', '#000', ' fill-opacity=".06"'),
    hasBeard ? fill('M33 48c1 14 7 20 17 20s16-6 17-20c-2 6-5 8-8 8-3-2-6-3-9-3s-6 1-9 3c-3 0-6-2-8-8z', color) : '',
    hair === 'bald' ? '' : fill(FRONTS[hair], color),
    hair === 'scarf'
      ? fill(
          'M31 50c-2-22 8-31 19-31s21 9 19 31c0-14-8-22-19-22s-19 8-19 22zM31 52c2 12 9 18 19 18s17-6 19-18c3 12 0 22-6 27-8 4-18 4-26 0-6-5-9-15-6-27z',
          scarf,
        )
      : '',
    '<g fill="#2a2020"><circle cx="43.500" cy="46" r="1.500"/><circle cx="56.500" cy="46" r="1.500"/></g>',
    `<path d="M40.500 42.500q3-1.800 6 0M53.500 42.500q3-1.800 6 0" fill="none" stroke="${hair === 'bald' || look.color > 5 ? '#5b5450' : color}" stroke-width="1.300" stroke-linecap="round"/>`,
    '<path d="M45.500 57q4.500 2.600 9 0" fill="none" stroke="#7c3b34" stroke-opacity=".75" stroke-width="1.500" stroke-linecap="round"/>',
    hasGlasses
      ? '<g fill="none" stroke="#2b2b2d" stroke-width="1.300"><circle cx="43.500" cy="46" r="5"/><circle cx="56.500" cy="46" r="5"/><path d="M48.500 46h3M38.500 45l-5-1M61.500 45l5-1"/></g>'
      : '',
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="512" height="512">${parts.join('')}</svg>`
}

/** The portraits, by member. */
export const demoPortraits = (): { id: number; key: string; svg: string }[] =>
  Object.entries(LOOKS).map(([key, words]) => {
    const { id } = requirePerson(key)
    return { id, key, svg: portraitOf(id, lookOf(words)) }
  })

/** `draw` makes both sizes of a portrait as for an upload, and stores them. */
export async function attachDemoPortraits(
  client: ClientBase,
  path: string,
  draw: (source: Buffer) => Promise<{ picture_key: string; thumbnail_key: string }>,
): Promise<void> {
  for (const { id, key, svg } of demoPortraits()) {
    const { picture_key, thumbnail_key } = await draw(Buffer.from(svg))
    // As long as the random keys of uploads.
    const name = `demo-${key}`.padEnd(KEY_LENGTH, '-')
    const address = `${path}/${name}`
    await client.query(
      'insert into profile_pictures (user_id, key, picture_key, thumbnail_key) values ($1, $2, $3, $4)',
      [id, name, picture_key, thumbnail_key],
    )
    await client.query('update users set profile_pic_url = $2, profile_thumbnail_url = $2 || $3 where id = $1', [
      id,
      address,
      '/small',
    ])
  }
}
