import { describe, expect, it } from 'vitest'
import { Identity } from './identity.ts'

const helen = new Identity(['Helen Whitfield', 'hwhitfield@northwind.example', 'Northwind Traders Inc'])
const tokens = (text: string, identity = helen) => identity.findIn(text).map(({ token }) => token)

describe('finds', () => {
  it.each([
    ['HELEN WHITFIELD', 'Helen Whitfield'],
    ['Whitfield, Helen', 'Helen Whitfield'],
    ['helen.whitfield', 'Helen Whitfield'],
    ['Hélen\u00a0Whit\u00adfield', 'Helen Whitfield'],
    ['Ms Whitfield’s memo', 'Helen Whitfield'],
    ['write to hwhitfield', 'hwhitfield@northwind.example'],
    ['mailto:HWhitfield@Northwind.example', 'hwhitfield@northwind.example'],
    ['the NORTHWIND TRADERS policy', 'Northwind Traders Inc'],
    ['https://northwind.example/jobs', 'hwhitfield@northwind.example'],
  ])('“%s”', (text, token) => {
    expect(tokens(text)).toContain(token)
  })

  it('names in scripts without spaces', () => {
    expect(tokens('合同由王小明起草。', new Identity(['王小明']))).toEqual(['王小明'])
  })

  it('shows the sentence around it', () => {
    expect(helen.findIn('It was long. Helen Whitfield signed it. Then we left.')).toEqual([
      { token: 'Helen Whitfield', text: 'Helen Whitfield signed it.' },
    ])
    const long = `${'word '.repeat(60)}Helen Whitfield${' word'.repeat(60)}`
    expect(helen.findIn(long)[0]!.text.length).toBeLessThan(200)
  })
})

describe('does not find', () => {
  it.each(['Whitfieldson & Co', 'a northwindow', 'the traders inc.', 'whitfield', 'hwhit', 'someone@northwind.org'])(
    '“%s”',
    (text) => {
      expect(tokens(text)).toEqual([])
    },
  )

  it('common words and short names, alone', () => {
    const mark = new Identity(['Mark Law', 'm.law@gmail.com', 'Target'])
    expect(tokens('Mark the law of the target. A trade mark. gmail.com', mark)).toEqual([])
    expect(tokens('Signed: Mark Law', mark)).toEqual(['Mark Law'])
    expect(tokens('Al and Li', new Identity(['Al Li', '', 'X']))).toEqual([])
    const sap = new Identity(['Helen Whitfield', 'h@sap.example', 'SAP SE'])
    expect(tokens('the sap of a tree', sap)).toEqual([])
    expect(tokens('an SAP license', sap)).toEqual(['SAP SE'])
  })

  it('what programs fill in as the author', () => {
    const identity = new Identity([])
    for (const name of ['Microsoft Office User', 'user', 'admin', 'python-docx', 'Ed', '']) identity.addFound(name)
    expect(tokens('Microsoft Office User admin user python-docx Ed', identity)).toEqual([])
  })
})

it('values that programs read match only as a whole', () => {
  expect(helen.isIn('C:\\Users\\Helen Whitfield\\x')).toBe(true)
  expect(helen.isIn('Whitfield')).toBe(false)
  const black = new Identity([])
  black.addFound('Blackwood')
  expect([black.isIn('Blackwood'), black.isIn('blackwood')]).toEqual([true, false])
})

it('bytes match in both encodings', () => {
  expect(helen.isInBytes(Buffer.from('…Helen Whitfield…'))).toBe(true)
  expect(helen.isInBytes(Buffer.from('Helen Whitfield', 'utf16le'))).toBe(true)
  expect(helen.isInBytes(Buffer.from('Helen'))).toBe(false)
})
