/** `storedAs`: stored JSON answers the selection that it was stored for, and nothing else. */
import { describe, expect, it } from 'vitest'
import { makeScratchEngine, READS, TABLES, uncheckedTables } from '../../../tests/harness/scratch-contract.ts'
import { openScratchDatabase } from '../../../tests/harness/scratch-database.ts'
import { many, one, storedAs } from './reads.ts'
import { sql, type Sql } from './sql.ts'

// Other values than those of the books, so that an answer shows where it was read.
const pool = await openScratchDatabase(`${TABLES}
  create table cards (book_id bigint primary key, author json, tags json);
  insert into cards values (1, '{"id":7,"name":"stored","books":[{"id":8}]}', '[{"name":"stored"}]')`)
const stored = (b: Sql, column: Sql) => sql`select ${column} from cards c where c.book_id = ${b}.id`
const reads = {
  ...READS,
  Book: {
    ...READS.Book,
    author: storedAs(
      { selection: 'id name books { id }', json: (b) => stored(b, sql`c.author`) },
      one((b) => sql`select a.* from ${uncheckedTables.authors} a where a.id = ${b}.author_id`),
    ),
    tags: storedAs(
      { selection: 'name', json: (b) => stored(b, sql`c.tags`) },
      many((b, { args }) => ({
        rows: sql`select t.* from ${uncheckedTables.tags} t where t.book_id = ${b}.id`,
        order: sql`t.name`,
        cap: 3,
        limit: args['limit'],
      })),
    ),
  },
}
/** The book with this selection. */
const read = async (selection: string, id = 1) =>
  (await makeScratchEngine(pool, `query book($id: Id!) { book(id: $id) { ${selection} } }`, reads).ask('book', { id }))
    .book

describe('a stored field', () => {
  it('is read from what is stored, also when fragments ask for it', async () => {
    const author = { id: 7, name: 'stored', books: [{ id: 8 }] }
    expect(await read('author { id name books { id } } tags { name }')).toEqual({ author, tags: [{ name: 'stored' }] })
    expect(await read('author { ... on Author { id name } books { id } }')).toEqual({ author })
    expect(await read('writer: author { id name books { id } }')).toEqual({ writer: author })
  })

  it.each([
    ['id name', { id: 1, name: `Ada "the first" O'Hara` }],
    ['name id books { id }', { id: 1, name: `Ada "the first" O'Hara`, books: [{ id: 1 }, { id: 5 }] }],
    [
      'id name books { id title }',
      {
        id: 1,
        name: `Ada "the first" O'Hara`,
        books: [
          { id: 1, title: 'One' },
          { id: 5, title: 'Five' },
        ],
      },
    ],
    ['id: name name: id books { id }', { id: `Ada "the first" O'Hara`, name: 1, books: [{ id: 1 }, { id: 5 }] }],
    [
      '__typename id name books { id }',
      { __typename: 'Author', id: 1, name: `Ada "the first" O'Hara`, books: [{ id: 1 }, { id: 5 }] },
    ],
  ])('is read from its rows for another selection: %s', async (selection, author) => {
    expect(await read(`author { ${selection} }`)).toEqual({ author })
  })

  it('is read from its rows when it has arguments', async () => {
    expect(await read('tags(limit: 2) { name }')).toEqual({ tags: [{ name: 'x' }, { name: 'y' }] })
  })
})
