/** Mistakes that the compiler refuses. Tests compile every operation, so that no member runs into them. */
import { parse } from 'graphql'
import { expect, it } from 'vitest'
import {
  makeScratchEngine,
  READS,
  uncheckedTables,
  checkedTables,
  SCHEMA,
  TABLES,
  scratchContract,
  anybody,
} from '../../../tests/harness/scratch-contract.ts'
import { openScratchDatabase } from '../../../tests/harness/scratch-database.ts'
import { makeContract } from './contract.ts'
import { computed, kinds, many, one, page, value, type Reads } from './reads.ts'
import { sql } from './sql.ts'

const pool = await openScratchDatabase(TABLES)
const BOOK = 'query book { book(id: 1) { id } }'
const start = (operations: string, more: Record<string, object> = {}) => {
  const reads = Object.fromEntries(
    [...new Set([...Object.keys(READS), ...Object.keys(more)])].map((type) => [
      type,
      { ...(READS as Record<string, object>)[type], ...more[type] },
    ]),
  )
  return () => makeScratchEngine(pool, operations, reads as Reads)
}
const list = { order: sql`1`, cap: 5 }

it('starts with the library as it is', () => {
  expect(start(BOOK)).not.toThrow()
})

it.each([
  [
    'a table outside an access file',
    BOOK,
    { Query: { book: one(() => sql`select b.* from books b`) } },
    'Query.book reads books directly',
  ],
  [
    'a joined table',
    BOOK,
    { Query: { book: one(() => sql`select b.* from ${checkedTables.books} b join authors a on true`) } },
    'Query.book reads authors directly',
  ],
  [
    'a table in a value',
    'query book { book(id: 1) { num_of_tags } }',
    { Book: { num_of_tags: value(() => sql`select count(*) from tags`) } },
    'Book.num_of_tags reads tags directly',
  ],
  [
    'a table in a list',
    'query library { library { id } }',
    { Query: { library: many(() => ({ rows: sql`select * FROM books`, ...list })) } },
    'Query.library reads books directly',
  ],
  [
    'a table in a count',
    'query books { books { count } }',
    {
      Query: {
        books: page(() => ({
          rows: sql`select b.* from ${checkedTables.books} b`,
          count: sql`select count(*) from books`,
          ...list,
        })),
      },
    },
    'Query.books.count reads books directly',
  ],
  [
    'a table in what is matched once',
    'query books { books { count } }',
    {
      Query: {
        books: page(() => ({
          matched: sql`select id from books`,
          rows: sql`select b.* from ${checkedTables.books} b`,
          count: sql`select count(*) from matched`,
          ...list,
        })),
      },
    },
    'Query.books.matched reads books directly',
  ],
  [
    'a table in a member of a union',
    'query things { things { ... on Book { id } } }',
    {
      Thing: kinds((t) => sql`${t}.kind`, {
        Book: { is: 'book', rows: () => sql`select * from books` },
        Author: { is: 'author', rows: () => sql`select 1` },
      }),
    },
    'Thing.Book reads books directly',
  ],
  [
    'a union without every member',
    'query things { things { ... on Book { id } } }',
    {
      Thing: kinds((t) => sql`${t}.kind`, {
        Book: {
          is: 'book',
          rows: (t) => sql`select b.* from ${uncheckedTables.all_books} b where b.id = ${t}.thing_id`,
        },
      }),
    },
    'Thing does not say where its Author rows are',
  ],
  [
    'a list made by one',
    'query library { library { id } }',
    { Query: { library: one(() => sql`select b.* from ${checkedTables.books} b`) } },
    'Query.library is a list and needs many',
  ],
  [
    'an object made by many',
    BOOK,
    { Query: { book: many(() => ({ rows: sql`select b.* from ${checkedTables.books} b`, ...list })) } },
    'Query.book is not a list and cannot be many',
  ],
  [
    'an object that is never null over rows that may be hidden',
    'query book { book(id: 1) { author { id } } }',
    { Book: { author: one((b) => sql`select a.* from ${checkedTables.books} a where a.id = ${b}.author_id`) } },
    'Book.author is never null, but its rows may be hidden',
  ],
  [
    'a type without an entry',
    'query book { book(id: 1) { author { id } } }',
    { Book: { author: undefined } },
    'Book.author leads to another type and has no entry',
  ],
  [
    'a value made by one',
    'query book { book(id: 1) { title } }',
    { Book: { title: one(() => sql`select 1`) } },
    'Book.title is a single value',
  ],
  [
    'an object made by computed',
    'query book { book(id: 1) { coauthor { id } } }',
    { Book: { coauthor: computed(['id'], () => null) } },
    'Book.coauthor needs an entry made by',
  ],
  [
    'a made row that lacks what is never empty',
    'mutation add { add { id } }',
    { Mutation: { add: one(() => sql`select b.* from ${checkedTables.books} b`, { title: null }) } },
    'Book.title is never empty',
  ],
  [
    'a made row that waits for an argument that there is not',
    'mutation add { add { id } }',
    { Mutation: { add: one(() => sql`select b.* from ${checkedTables.books} b`, { tags: 'labels' }) } },
    'Book.tags is filled by labels',
  ],
  ['an entry for a type that there is not', BOOK, { Boook: { id: value(() => sql`1`) } }, 'There is no type Boook'],
  [
    'an entry for a field that there is not',
    BOOK,
    { Book: { titel: value(() => sql`1`) } },
    'There is no field Book.titel',
  ],
] as const)('refuses %s', (_, operations, more, message) => {
  expect(start(operations, more as never)).toThrow(message)
})

it.each([
  ['fields that the schema does not have', 'query a { book(id: 1) { isbn } }', 'isbn'],
  ['variables of the wrong type', 'query a($id: String!) { book(id: $id) { id } }', 'String!'],
  ['operations without a name', '{ book(id: 1) { id } }', 'needs a name'],
  [
    'two root fields in a mutation',
    'mutation a { one: rename(id: 1, title: "x") { id } two: rename(id: 1, title: "y") { id } }',
    'one root field',
  ],
  ['directives', 'query a($x: Boolean!) { book(id: 1) { id @include(if: $x) } }', 'Directives'],
  ['names that PostgreSQL would cut', `query a { ${'x'.repeat(64)}: book(id: 1) { id } }`, 'longer than 63 bytes'],
  ['fragments that nobody uses', 'query a { book(id: 1) { id } } fragment F on Book { id }', 'never used'],
])('refuses %s', (_, operations, message) => {
  expect(() => scratchContract(operations)).toThrow(message)
})

it('names the field that an error of the database points into', async () => {
  const { ask } = makeScratchEngine(pool, 'query book { book(id: 1) { title author { name } } }', {
    ...READS,
    Author: { name: value((a) => sql`${a}.nmae`) },
  } as Reads)
  await expect(ask('book')).rejects.toThrow(/^book, Author\.name: column .*nmae does not exist/)
})

it('answers nobody who asks for an operation that there is not', () => {
  const { engine } = makeScratchEngine(pool, BOOK)
  for (const name of ['Book', 'books', '__proto__', 'constructor', ''])
    expect(() => engine.require(name)).toThrow('There is no operation')
  expect(() => engine.variant('toString', { viewer: anybody, variables: {} })).toThrow('There is no operation')
})

it('reads the schema of the product without complaint', () => {
  expect(() => makeContract(parse(SCHEMA), parse(BOOK))).not.toThrow()
})
