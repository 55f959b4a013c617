import { expect, it } from 'vitest'
import {
  identifier,
  join,
  withMarker,
  trustedSql,
  Relation,
  checkedRelations,
  render,
  Parameter,
  sql,
  when,
} from './sql.ts'

const slot = (name: string) => new Parameter(name, 'text', () => name)

it('gives equal keys one number and every value its type', () => {
  const { text, slots } = render(sql`select ${slot('a')}, ${slot('b')}, ${slot('a')}`)
  expect(text).toBe('select $1::text, $2::text, $1::text')
  expect(slots.map(({ key }) => key)).toEqual(['a', 'b'])
})

it('never takes a string into a statement', () => {
  for (const value of [
    '1; drop table users',
    ['a'],
    { a: 1 },
    1.5,
    Number.NaN,
    Infinity,
    2 ** 53,
    null,
    undefined,
    true,
  ])
    expect(() => sql`select ${value as never}`).toThrow(TypeError)
  expect(render(sql`limit ${25}`).text).toBe('limit 25')
})

it('puts a relation in parentheses, or a name in its place', () => {
  const { books } = checkedRelations({ books: sql`select * from shelf where owner = ${slot('viewer')}` })
  const body = sql`select b.* from ${books} b`
  expect(render(body).text).toBe('select b.* from (select * from shelf where owner = $1::text) b')
  expect(render(body, ({ name }) => `wall."${name}"`)).toMatchObject({
    text: 'select b.* from wall."books" b',
    slots: [],
  })
  expect(books).toBeInstanceOf(Relation)
})

it('quotes names, joins lists and says where fields begin', () => {
  expect(render(identifier('a"b')).text).toBe('"a""b"')
  expect(render(join([sql`a`, sql`b`, sql`c`], ', ')).text).toBe('a, b, c')
  expect(render(join([], ', ')).text).toBe('')
  expect(render(sql`x ${when(false, () => trustedSql('y'))}${when(true, () => trustedSql('z'))}`).text).toBe('x z')
  expect(
    render(sql`select ${withMarker('Book.title', trustedSql('t'))}, ${withMarker('Book.id', trustedSql('i'))}`).marks,
  ).toEqual([
    { at: 7, field: 'Book.title' },
    { at: 10, field: 'Book.id' },
  ])
})
