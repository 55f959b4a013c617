/** A small library schema, on which the GraphQL compiler is tested. */
import { parse } from 'graphql'
import type pg from 'pg'
import { makeContract, type Contract } from '#server/platform/graph/contract.ts'
import { checkReads, makeEngine, type Engine } from '#server/platform/graph/engine.ts'
import { computed, define, kinds, many, one, page, onSameRow, value, type Reads } from '#server/platform/graph/reads.ts'
import { uncheckedRelations, checkedRelations, sql, viewer, when, type Viewer } from '#server/platform/graph/sql.ts'

export const TABLES = `
  create table authors (id bigint primary key, name text not null, born timestamptz);
  create table books (id bigint primary key, title text not null, pages integer, genre text not null, author_id bigint not null, coauthor_id bigint, network_id bigint not null, facts jsonb not null default '{}');
  create table tags (book_id bigint, name text not null, primary key (book_id, name));
  insert into authors values (1, 'Ada "the first" O''Hara', '1815-12-10T00:00:00Z'), (2, 'Bo', null), (3, 'Cy', null);
  insert into books values
    (1, 'One', 100, 'essay', 1, 2, 1), (2, 'Two', null, 'novel', 2, null, 1), (3, 'Three', 300, 'novel', 2, 3, 2),
    (4, 'Four', 400, 'essay', 3, null, 2), (5, 'Five', 500, 'novel', 1, null, 3);
  insert into tags values (1, 'x'), (1, 'y'), (1, 'z'), (2, 'x');`

export const SCHEMA = `
  scalar Id scalar DateTime scalar Json
  enum Genre { essay novel }
  enum Order { by_id by_title }
  type Author { id: Id! name: String! born: DateTime books: [Book!]! }
  type Tag { name: String! }
  type Details { pages: Int genre: Genre! facts: Json! }
  type Book {
    id: Id! title: String! pages: Int genre: Genre! author: Author! coauthor: Author tags(limit: Int): [Tag!]!
    loud: String! num_of_tags: Int! details: Details! quotients: [Tag!]!
  }
  type BookPage { items: [Book!]! count: Int! }
  type Echo { text: String number: Int flag: Boolean list: [String!]! at: DateTime }
  type Shelf { position: Int! thing: Thing }
  union Thing = Book | Author
  type Query {
    book(id: Id!): Book
    books(limit: Int = 3, offset: Int = 0, genre: Genre, ids: [Id!], search: String, order: Order = by_id, long: Boolean): BookPage!
    long_books(limit: Int): BookPage!
    library(limit: Int): [Book!]!
    near: [Book!]!
    shelves: [Shelf!]!
    things: [Thing!]!
    thing(id: Id!): Thing
    echo(text: String, number: Int = 7, flag: Boolean, list: [String!], at: DateTime): Echo!
  }
  type Mutation { rename(id: Id!, title: String!): Book! add(tags: [String!], pages: Boolean): Book! }`

export const checkedTables = checkedRelations({
  books: sql`select b.* from books b where b.network_id = any(${viewer.networks})`,
})
export const uncheckedTables = uncheckedRelations({
  all_books: sql`select b.* from books b`,
  authors: sql`select a.* from authors a`,
  tags: sql`select t.* from tags t`,
})

export const READS = define({
  Query: {
    book: one((_, { args }) => sql`select b.* from ${checkedTables.books} b where b.id = ${args['id']!}`),
    long_books: page((_, { args }) => ({
      matched: sql`select b.id from ${checkedTables.books} b where b.pages > 150`,
      rows: sql`select b.* from matched m join ${uncheckedTables.all_books} b on b.id = m.id`,
      order: sql`b.pages desc`,
      limit: args['limit'],
      cap: 5,
      count: sql`select count(*)::integer from matched`,
    })),
    books: page((_, { args, given, choice, chosen }) => {
      const rows = sql`select b.* from ${checkedTables.books} b where true
        ${when(given(args['genre']!), () => sql`and b.genre = ${args['genre']!}`)}
        ${when(given(args['ids']!), () => sql`and b.id = any(${args['ids']!})`)}
        ${when(given(args['search']!), () => sql`and b.title = ${args['search']!}`)}
        ${when(chosen(args['long']!), () => sql`and b.pages > 250`)}`
      return {
        rows,
        order: choice(args['order']!) === 'by_title' ? sql`b.title, b.id` : sql`b.id`,
        limit: args['limit'],
        offset: args['offset'],
        cap: 4,
        count: sql`select count(*)::integer from (${rows}) c`,
        isSteady: !['genre', 'ids', 'search'].some((name) => given(args[name]!)),
      }
    }),
    library: many((_, { args }) => ({
      rows: sql`select b.* from ${checkedTables.books} b`,
      order: sql`b.id desc`,
      cap: 2,
      limit: args['limit'],
    })),
    near: many((_, { networks }) => ({
      rows: sql`select b.*, ${networks()} as branches from ${checkedTables.books} b`,
      order: sql`b.id`,
      cap: 10,
    })),
    shelves: many(() => ({
      rows: sql`select b.id as position, b.id as thing_id, case when b.id % 2 = 0 then 'author' when b.id = 5 then 'nothing' else 'book' end as kind from ${checkedTables.books} b`,
      order: sql`position`,
      cap: 10,
    })),
    things: many(() => ({
      rows: sql`select b.id as thing_id, 'book' as kind from ${checkedTables.books} b`,
      order: sql`thing_id`,
      cap: 10,
    })),
    thing: one(
      (_, { args }) =>
        sql`select b.id as thing_id, 'book' as kind from ${checkedTables.books} b where b.id = ${args['id']!}`,
    ),
    echo: one(
      (_, { args }) =>
        sql`select ${args['text']!} as text, ${args['number']!} as number, ${args['flag']!} as flag, coalesce(${args['list']!}, '{}') as list, ${args['at']!} as at`,
    ),
  },
  Shelf: { thing: one((s) => sql`select ${s}.thing_id, ${s}.kind`) },
  Thing: kinds((t) => sql`${t}.kind`, {
    Book: { is: 'book', rows: (t) => sql`select b.* from ${uncheckedTables.all_books} b where b.id = ${t}.thing_id` },
    Author: { is: 'author', rows: (t) => sql`select a.* from ${uncheckedTables.authors} a where a.id = ${t}.thing_id` },
  }),
  Author: {
    books: many((a) => ({
      rows: sql`select b.* from ${checkedTables.books} b where b.author_id = ${a}.id`,
      order: sql`b.id`,
      cap: 10,
    })),
  },
  Book: {
    author: one((b) => sql`select a.* from ${uncheckedTables.authors} a where a.id = ${b}.author_id`),
    coauthor: one((b) => sql`select a.* from ${uncheckedTables.authors} a where a.id = ${b}.coauthor_id`),
    tags: many((b, { args }) => ({
      rows: sql`select t.* from ${uncheckedTables.tags} t where t.book_id = ${b}.id`,
      order: sql`t.name`,
      cap: 3,
      limit: args['limit'],
    })),
    loud: computed(['title', 'pages'], ({ title, pages }) => `${String(title).toUpperCase()}${pages ?? '?'}`),
    num_of_tags: value((b) => sql`select count(*)::integer from ${uncheckedTables.tags} t where t.book_id = ${b}.id`),
    details: onSameRow(),
    quotients: many((b) => ({
      rows: sql`select (900 / (${b}.pages - 100))::text as name`,
      order: sql`name`,
      cap: 1,
      onlyIf: sql`${b}.pages <> 100`,
    })),
  },
  Mutation: {
    rename: one((_, { result }) => sql`select b.* from ${checkedTables.books} b where b.id = ${result}`),
    add: one((_, { result }) => sql`select b.* from ${checkedTables.books} b where b.id = ${result}`, {
      tags: 'tags',
      pages: 'pages',
      coauthor: null,
    }),
  },
})

export const scratchContract = (operations: string): Contract => makeContract(parse(SCHEMA), parse(operations))

export const anybody: Viewer = { id: 1, networks: [1, 2, 3], channels: [], is_staff: false, grants: [] }

export interface ScratchEngine {
  engine: Engine
  ask(name: string, variables?: Record<string, unknown>, who?: Viewer): Promise<any>
}

export function makeScratchEngine(pool: pg.Pool, operations: string, reads: Reads = READS): ScratchEngine {
  const contract = scratchContract(operations)
  checkReads(contract, reads)
  const engine = makeEngine({ contract, reads, hot: pool, search: pool })
  return {
    engine,
    ask: async (name, variables = {}, who = anybody) =>
      JSON.parse(await engine.run(name, { viewer: who, variables: engine.coerce(name, variables) })),
  }
}
