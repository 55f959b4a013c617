import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { anybody, makeScratchEngine, TABLES } from '../../../tests/harness/scratch-contract.ts'
import { openScratchDatabase } from '../../../tests/harness/scratch-database.ts'

const pool = await openScratchDatabase(TABLES)
const { ask, engine } = makeScratchEngine(
  pool,
  `
  query book($id: Id!) { book(id: $id) { id title pages genre author { id name born } coauthor { name } tags { name } num_of_tags } }
  query aliases { first: book(id: 1) { number: id again: id called: title by: author { called: name } } second: book(id: 2) { id } missing: book(id: 99) { id } }
  query fragments { book(id: 1) { ...Head ... on Book { pages ...Tail } author { id } ...More } }
  fragment Head on Book { id title }
  fragment Tail on Book { author { name } tags(limit: 2) { name } }
  fragment More on Book { author { born books { id } } }
  query books($limit: Int = 3, $offset: Int = 0, $genre: Genre, $ids: [Id!], $search: String, $order: Order = by_id, $long: Boolean) {
    books(limit: $limit, offset: $offset, genre: $genre, ids: $ids, search: $search, order: $order, long: $long) { items { id } count }
  }
  query quotients($id: Id!) { book(id: $id) { quotients { name } } }
  query justCount { books { count } }
  query longBooks { most: long_books(limit: 1) { items { title } count } all: long_books { items { title } } }
  query renamedPage { page: books(limit: 1) { total: count first: items { id } } }
  query usual { books { items { id } } }
  query constant { books(limit: 2, genre: novel, ids: [2, 3, 5], order: by_title) { items { title } count } }
  query library($limit: Int) { library(limit: $limit) { id } }
  query near { near { id } }
  query shelves { shelves { position thing { __typename ... on Book { id title } ... on Author { id name } } } }
  query things { things { ... on Book { title } ... on Author { name } } }
  query thing($id: Id!) { thing(id: $id) { __typename ... on Book { id loud } } }
  query loud { books(limit: 2) { items { loud details { pages genre facts } } } one: book(id: 3) { loud author { books { shout: loud } } } }
  query echo($text: String, $number: Int, $flag: Boolean, $list: [String!], $at: DateTime) { echo(text: $text, number: $number, flag: $flag, list: $list, at: $at) { text number flag list at } }
  mutation add($tags: [String!], $pages: Boolean) { add(tags: $tags, pages: $pages) { title pages coauthor { name } tags { name } } }
  query typename { __typename book(id: 1) { __typename details { __typename } } }
`,
)

describe('an object', () => {
  it('is its columns, the rows it leads to, and lists', async () => {
    expect(await ask('book', { id: 1 })).toEqual({
      book: {
        id: 1,
        title: 'One',
        pages: 100,
        genre: 'essay',
        author: { id: 1, name: `Ada "the first" O'Hara`, born: '1815-12-10T00:00:00+00:00' },
        coauthor: { name: 'Bo' },
        tags: [{ name: 'x' }, { name: 'y' }, { name: 'z' }],
        num_of_tags: 3,
      },
    })
  })

  it('is null where there is none or the viewer may not see it; a missing value is null and a missing list empty', async () => {
    expect(await ask('book', { id: 99 })).toEqual({ book: null })
    expect(await ask('book', { id: 1 }, { ...anybody, networks: [2] })).toEqual({ book: null })
    expect((await ask('book', { id: 2 })).book).toMatchObject({ pages: null, coauthor: null, author: { born: null } })
    expect((await ask('book', { id: 5 })).book).toMatchObject({ tags: [], num_of_tags: 0 })
  })

  it('keeps the names and the order that were asked for', async () => {
    const text = await engine.run('aliases', { viewer: anybody, variables: {} })
    expect(text).toBe(
      '{"first":{"number":1,"again":1,"called":"One","by":{"called":"Ada \\"the first\\" O\'Hara"}},"second":{"id":2},"missing":null}',
    )
  })

  it('merges what several fragments ask of the same field', async () => {
    expect(await ask('fragments')).toEqual({
      book: {
        id: 1,
        title: 'One',
        pages: 100,
        author: {
          name: `Ada "the first" O'Hara`,
          id: 1,
          born: '1815-12-10T00:00:00+00:00',
          books: [{ id: 1 }, { id: 5 }],
        },
        tags: [{ name: 'x' }, { name: 'y' }],
      },
    })
  })

  it('knows its type', async () => {
    expect(await ask('typename')).toEqual({
      __typename: 'Query',
      book: { __typename: 'Book', details: { __typename: 'Details' } },
    })
  })
})

describe('a list that is read only if something holds', () => {
  const quotients = async (id: number) => (await ask('quotients', { id })).book.quotients

  it('is empty otherwise, and its rows are not computed', async () => {
    expect(await quotients(4)).toEqual([{ name: '3' }])
    // Computing it would divide by zero.
    expect(await quotients(1)).toEqual([])
    // Neither holds nor does not.
    expect(await quotients(2)).toEqual([])
  })
})

describe('a page', () => {
  it('keeps the names and the order that were asked for', async () => {
    const text = (name: string) => engine.run(name, { viewer: anybody, variables: {} })
    expect(await text('renamedPage')).toBe('{"page":{"total":5,"first":[{"id":1}]}}')
    expect(await text('longBooks')).toMatch(/^\{"most":\{"items":\[\{"title":"Five"\}\],"count":3\},"all":\{"items":/)
  })

  const ids = async (variables: Record<string, unknown> = {}, who = anybody) => {
    const { books } = await ask('books', variables, who)
    return [books.items.map((book: { id: number }) => book.id), books.count]
  }

  it('gives as many as is usual, counts all, and goes on by offset', async () => {
    expect(await ids()).toEqual([[1, 2, 3], 5])
    expect(await ids({ offset: 3 })).toEqual([[4, 5], 5])
    expect(await ids({ offset: 2, limit: 2 })).toEqual([[3, 4], 5])
    expect(await ids({ offset: 100 })).toEqual([[], 5])
    expect(await ids({ limit: 4 })).toEqual([[1, 2, 3, 4], 5])
    // A limit above the page size is capped.
    expect(await ids({ limit: 5 })).toEqual([[1, 2, 3, 4], 5])
    expect(await ids({ limit: 0 })).toEqual([[], 5])
  })

  it.each([{ limit: -1 }, { offset: -1 }, { offset: 100_001 }])('refuses %j', async (variables) => {
    await expect(ids(variables)).rejects.toMatchObject({
      code: 'request.variables',
      status: 400,
      field: Object.keys(variables)[0],
    })
  })

  it('applies filters together, and none for what is empty', async () => {
    expect(await ids({ genre: 'novel' })).toEqual([[2, 3, 5], 3])
    expect(await ids({ genre: 'novel', ids: [1, 2, 5] })).toEqual([[2, 5], 2])
    expect(await ids({ search: 'Four' })).toEqual([[4], 1])
    expect(await ids({ long: true, order: 'by_title' })).toEqual([[5, 4, 3], 3])
    for (const variables of [
      { genre: null },
      { ids: [] },
      { search: '' },
      { long: false },
      { long: null },
      { limit: null, offset: null, ids: null },
    ])
      expect(await ids(variables)).toEqual(await ids())
  })

  it('shows each viewer their own rows', async () => {
    expect(await ids({}, { ...anybody, networks: [2] })).toEqual([[3, 4], 2])
    expect(await ids({}, { ...anybody, networks: [] })).toEqual([[], 0])
  })

  it('finds once what its rows and its count rest on', async () => {
    const { most, all } = await ask('longBooks')
    expect(most.count).toBe(all.items.length)
    expect(most.items).toEqual(all.items.slice(0, 1))
    expect((await ask('longBooks', {}, { ...anybody, networks: [] })).most).toEqual({ items: [], count: 0 })
  })

  it('can be only its count, have other names, and take constants', async () => {
    expect(await ask('justCount')).toEqual({ books: { count: 5 } })
    expect(await ask('renamedPage')).toEqual({ page: { total: 5, first: [{ id: 1 }] } })
    expect(await ask('constant')).toEqual({ books: { items: [{ title: 'Five' }, { title: 'Three' }], count: 3 } })
    expect((await ask('usual')).books.items).toHaveLength(3)
  })

  it('stops a list at its cap', async () => {
    expect((await ask('library')).library).toEqual([{ id: 5 }, { id: 4 }])
    expect((await ask('library', { limit: 1 })).library).toEqual([{ id: 5 }])
    expect((await ask('library', { limit: 1_000 })).library).toEqual([{ id: 5 }, { id: 4 }])
  })
})

describe('a union', () => {
  it('is the member that each row is, or null', async () => {
    expect((await ask('shelves')).shelves).toEqual([
      { position: 1, thing: { __typename: 'Book', id: 1, title: 'One' } },
      { position: 2, thing: { __typename: 'Author', id: 2, name: 'Bo' } },
      { position: 3, thing: { __typename: 'Book', id: 3, title: 'Three' } },
      { position: 4, thing: null },
      { position: 5, thing: null },
    ])
  })

  it('stands in lists and alone', async () => {
    expect((await ask('things')).things).toEqual([
      { title: 'One' },
      { title: 'Two' },
      { title: 'Three' },
      { title: 'Four' },
      { title: 'Five' },
    ])
    expect(await ask('thing', { id: 1 })).toEqual({ thing: { __typename: 'Book', id: 1, loud: 'ONE100' } })
    expect(await ask('thing', { id: 99 })).toEqual({ thing: null })
  })
})

describe('a row that the call has made', () => {
  const one = (variables: Record<string, unknown>, isMade: boolean) => ({
    viewer: anybody,
    variables,
    result: 1,
    isMade,
  })
  const answer = async (variables: Record<string, unknown>, isMade = true) =>
    JSON.parse(await engine.run('add', one(variables, isMade))).add

  it('is not asked for what it was not given', async () => {
    expect(await answer({})).toEqual({ title: 'One', pages: null, coauthor: null, tags: [] })
    expect(await answer({ tags: [], pages: false })).toEqual(await answer({}))
    expect(await answer({ tags: ['x'] })).toMatchObject({
      pages: null,
      tags: [{ name: 'x' }, { name: 'y' }, { name: 'z' }],
    })
    expect(await answer({ pages: true })).toMatchObject({ pages: 100, tags: [] })
    expect(engine.variant('add', one({}, true)).text).not.toMatch(/from (tags|authors)/)
  })

  it('is asked for all of it when an earlier call made it', async () => {
    expect(await answer({}, false)).toEqual({
      title: 'One',
      pages: 100,
      coauthor: { name: 'Bo' },
      tags: [{ name: 'x' }, { name: 'y' }, { name: 'z' }],
    })
  })

  it('is read by prepared statements, each under a name of its own', () => {
    const names = [{}, { tags: ['x'] }, { pages: true }].map(
      (each) => engine.variant('add', one(each, true)).statementName,
    )
    expect(new Set([...names, engine.variant('add', one({}, false)).statementName]).size).toBe(4)
    expect(names).not.toContain(undefined)
  })
})

it('fills in what only TypeScript can compute, at every depth', async () => {
  expect(await ask('loud')).toEqual({
    books: {
      items: [
        { loud: 'ONE100', details: { pages: 100, genre: 'essay', facts: {} } },
        { loud: 'TWO?', details: { pages: null, genre: 'novel', facts: {} } },
      ],
    },
    one: { loud: 'THREE300', author: { books: [{ shout: 'TWO?' }, { shout: 'THREE300' }] } },
  })
})

describe('a value', () => {
  const echo = async (variables: Record<string, unknown>) => (await ask('echo', variables)).echo

  it('is null, usual or given', async () => {
    expect(await echo({})).toEqual({ text: null, number: 7, flag: null, list: [], at: null })
    expect(await echo({ number: null, list: null })).toEqual({ text: null, number: 7, flag: null, list: [], at: null })
    expect(await echo({ text: '', number: 0, flag: false, list: [''] })).toEqual({
      text: '',
      number: 0,
      flag: false,
      list: [''],
      at: null,
    })
    expect(await echo({ at: '2026-01-01T01:00:00+01:00' })).toMatchObject({ at: '2026-01-01T00:00:00+00:00' })
  })

  it('comes back unchanged, whatever it tries to be', async () => {
    const tricks = [
      `'`,
      `''`,
      `"`,
      `\\`,
      `\\'; drop table books; --`,
      `$1`,
      `$1::text`,
      `$$`,
      `/* */`,
      `--`,
      `%`,
      `{}`,
      `{a,b}`,
      `null`,
      `NULL`,
      `😀`,
      `‮`,
      '\u2028',
      'ü',
      `','`,
      '\n',
      '\t',
      `E'\\x41'`,
    ]
    for (const text of tricks)
      expect(await echo({ text, list: [text, text] })).toMatchObject({ text, list: [text, text] })
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0')),
        fc.array(fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'))),
        async (text, list) => {
          expect(await echo({ text, list })).toMatchObject({ text, list })
        },
      ),
      { numRuns: 300 },
    )
    expect((await pool.query('select count(*)::integer as n from books')).rows[0]).toEqual({ n: 5 })
  })
})

describe('shapes', () => {
  const variant = (variables: Record<string, unknown>, who = anybody) =>
    engine.variant('books', { viewer: who, variables: engine.coerce('books', variables) })

  it('are one statement for every limit and value, and the default one is prepared', () => {
    const usual = variant({})
    expect(usual).toBe(variant({ limit: 1 }))
    expect(usual).toBe(variant({ genre: null, ids: [], search: '', long: false, offset: 0 }))
    expect(usual).toMatchObject({ statementName: expect.stringContaining('books') })
    expect(usual.text).not.toContain('genre =')
  })

  it('differ by what is given and are found again', () => {
    const novel = variant({ genre: 'novel' })
    expect(novel).not.toBe(variant({}))
    expect(novel).toBe(variant({ genre: 'essay' }))
    expect(novel).toMatchObject({ statementName: undefined })
    expect(variant({ order: 'by_title' })).not.toBe(variant({}))
  })

  it('are prepared too where one plan serves whatever is asked, each under a name of its own', () => {
    const names = [{}, { order: 'by_title' }, { long: true }].map((asked) => variant(asked).statementName)
    expect(new Set(names).size).toBe(3)
    expect(names).not.toContain(undefined)
    expect(variant({ long: true, genre: 'novel' }).statementName).toBeUndefined()
  })

  it('differ by the number of networks, beyond eight in powers of two, each prepared under a name of its own', () => {
    const near = (networks: number) =>
      engine.variant('near', {
        viewer: { ...anybody, networks: Array.from({ length: networks }, (_, index) => index) },
        variables: {},
      })
    expect(near(9)).toBe(near(16))
    expect(near(0)).toBe(near(1))
    const names = [1, 2, 4, 8, 16].map((count) => near(count).statementName)
    expect(new Set(names).size).toBe(5)
    expect(names.every((name) => Buffer.byteLength(name!) <= 63)).toBe(true)
  })

  it('beyond 32 still answer right, without a name', async () => {
    for (let bits = 0; bits < 64; bits++) {
      const variables = {
        ...(bits & 1 ? { genre: 'novel' } : {}),
        ...(bits & 2 ? { ids: [1, 2, 3, 4, 5] } : {}),
        ...(bits & 4 ? { search: 'Two' } : {}),
        ...(bits & 8 ? { long: true } : {}),
        ...(bits & 16 ? { offset: 1 } : {}),
        ...(bits & 32 ? { order: 'by_title' } : {}),
      }
      const { books } = await ask('books', variables)
      const expected = [1, 2, 3, 4, 5].filter(
        (id) => (!(bits & 1) || [2, 3, 5].includes(id)) && (!(bits & 4) || id === 2) && (!(bits & 8) || id > 2),
      )
      expect({ bits, count: books.count, shown: books.items.length }).toEqual({
        bits,
        count: expected.length,
        shown: Math.min(3, Math.max(0, expected.length - (bits & 16 ? 1 : 0))),
      })
    }
    expect(
      variant({ genre: 'novel', ids: [1], search: 'x', long: true, offset: 1, order: 'by_title' }).statementName,
    ).toBeUndefined()
  })

  it('find the same statement for concurrent first calls of different shapes', async () => {
    const fresh = makeScratchEngine(
      pool,
      'query books($genre: Genre, $ids: [Id!], $long: Boolean) { books(genre: $genre, ids: $ids, long: $long) { count } }',
    )
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => fresh.ask('books', index % 2 ? { genre: 'novel' } : { ids: [1] })),
    )
    expect(answers.map(({ books }) => books.count)).toEqual(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? 3 : 1)),
    )
  })
})
