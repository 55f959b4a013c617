import { describe, expect, it } from 'vitest'
import { bytesOfXml, rewrite, scan, textOfXml } from './xml.ts'

describe('changes', () => {
  const xml =
    '<?xml version="1.0"?><a x="1"  y=\'2\'><!-- note --><b>one &amp; <c z="&quot;"/>two</b><b k="v">three</b></a>'

  it('nothing that no rule mentions, except comments', () => {
    expect(rewrite(xml, {})).toBe(xml.replace('<!-- note -->', ''))
    expect(rewrite('<a  b = "c" ><d ></d></a>', {})).toBe('<a  b = "c" ><d ></d></a>')
  })

  it('elements, attributes and texts', () => {
    const result = rewrite(xml, {
      element: ({ local }) => (local === 'c' ? 'remove' : undefined),
      attribute: ({ local }) => (local === 'x' ? null : local === 'k' ? '<&"' : undefined),
      text: (text) => (text === 'three' ? '3 < 4' : undefined),
    })
    expect(result).toContain(`<a  y='2'><b>one &amp; two</b><b k="&lt;&amp;&quot;">3 &lt; 4</b></a>`)
  })

  it('unwraps, and swallows what is inside a removed element', () => {
    const rules = { element: ({ local }: { local: string }) => ({ u: 'unwrap', r: 'remove' } as const)[local] }
    expect(rewrite('<a><u k="1"><b/><r><u>x</u></r><u>y</u></u></a>', rules)).toBe('<a><b/>y</a>')
  })

  it('replaces an element by a part of it', () => {
    const places = new Map<string, { start: number; end: number }>()
    const result = rewrite('<a><frame k="1"><x/><pic r="1">p</pic></frame></a>', {
      attribute: ({ local }) => (local === 'r' ? null : undefined),
      replace: ({ local, start }, end) => {
        if (local === 'pic') places.set('pic', { start, end })
        return local === 'frame' ? places.get('pic') : undefined
      },
    })
    expect(result).toBe('<a><pic>p</pic></a>')
  })
})

describe('refuses', () => {
  it.each([
    '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
    '<a><b></a></b>',
    '<a>',
    '</a>',
    '<a b=1/>',
    '<a b="<"/>',
    '<a><!-- ',
    '<a'.padEnd(20, ' '),
    '<a>'.repeat(3_000) + '</a>'.repeat(3_000),
  ])('%s', (xml) => {
    expect(() => scan(xml, {})).toThrow('broken')
  })
})

it('decodes characters, and leaves unknown entities', () => {
  const texts: string[] = []
  scan('<a>&#x41;&#66;&lt;&unknown;&#xFFFFFFF;</a><!-- end -->', { text: (text) => texts.push(text) })
  expect(texts).toEqual(['AB<&unknown;&#xFFFFFFF;'])
})

it('reads other encodings, and writes UTF-8', () => {
  const xml = '<?xml version="1.0" encoding="UTF-16"?><a>é</a>'
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml, 'utf16le')])
  expect(Buffer.from(bytesOfXml(textOfXml(utf16))).toString()).toBe('<?xml version="1.0" encoding="UTF-8"?><a>é</a>')
  const latin = Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><a>é</a>', 'latin1')
  expect(textOfXml(latin)).toContain('<a>é</a>')
})
