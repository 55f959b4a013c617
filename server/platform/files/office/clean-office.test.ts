import { inflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  AUTHOR,
  cell,
  COMPANY,
  contentOf,
  docx,
  EXCEL,
  NAMESPACES,
  odt,
  OPEN_TEXT,
  paragraph,
  POWERPOINT,
  pptx,
  REVIEWER,
  WORD,
  xlsx,
  zip,
} from '../../../../tests/harness/documents.ts'
import { cleanFile } from '../clean-file.ts'
import { openPackage } from './package.ts'
import { officePages } from './office-pages.ts'

const cleaned = async (bytes: Uint8Array, type = WORD, tokens: string[] = []) => {
  const result = await cleanFile(bytes, type, tokens)
  return { ...result, content: result.bytes ? await contentOf(result.bytes) : '' }
}
const pagesOf = async (bytes: Uint8Array) => officePages(await openPackage(bytes)).map(({ text }) => text)

describe('Word', () => {
  it('loses its properties, and keeps its text', async () => {
    const { outcome, removed, content, bytes, findings } = await cleaned(docx({ body: paragraph('Is a DPA needed?') }))
    expect({ outcome, removed, findings }).toEqual({
      outcome: 'cleaned',
      removed: ['Author, last editor, and company in the properties'],
      findings: [],
    })
    for (const name of [AUTHOR, REVIEWER, COMPANY, 'docProps']) expect(content).not.toContain(name)
    expect(await pagesOf(bytes!)).toEqual(['Is a DPA needed?'])
  })

  it('loses comments and everything that refers to them, and says what was removed', async () => {
    const body = `<w:p w:rsidR="00AB12CD"><w:commentRangeStart w:id="0"/><w:r><w:t>Clause 4</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>`
    const comments = `<w:comments ${NAMESPACES}><w:comment w:id="0" w:author="${REVIEWER}" w:initials="MO"><w:p><w:r><w:t>Too long.</w:t></w:r></w:p></w:comment></w:comments>`
    const { removed, questions, content } = await cleaned(
      docx({ body, links: [['comments', 'comments.xml']], parts: { 'word/comments.xml': comments } }),
    )
    expect(removed).toContain('Comments and the names of their authors')
    expect(removed).toContain('Identifiers of editing sessions')
    expect(questions).toEqual([
      { kind: 'comments', where: 'Comments', text: '1 comment removed. The first: “Too long.”' },
    ])
    expect(content).not.toMatch(/comment|Oyelaran|rsid/)
    expect(content).toContain('Clause 4')
  })

  it('keeps inserted text, removes deleted text, and knows who changed it', async () => {
    const mark = `w:author="${REVIEWER}" w:date="2026-01-01T00:00:00Z"`
    const body = `<w:p><w:r><w:t>Fees of </w:t></w:r><w:del w:id="1" ${mark}><w:r><w:delText>5 %</w:delText></w:r></w:del><w:ins w:id="2" ${mark}><w:r><w:t>4 %</w:t></w:r></w:ins></w:p><w:tbl><w:tr><w:trPr><w:del w:id="3" ${mark}/></w:trPr><w:tc>${paragraph('a deleted row')}</w:tc></w:tr></w:tbl>`
    const { questions, bytes, content, removed } = await cleaned(docx({ body }))
    expect(await pagesOf(bytes!)).toEqual(['Fees of 4 %'])
    expect(removed).toContain('Tracked changes and the names of their authors')
    expect(questions).toEqual([
      {
        kind: 'tracked_changes',
        where: 'Document',
        text: '2 tracked deletions removed; the text of 1 tracked insertion kept.',
      },
    ])
    expect(content).not.toMatch(/Oyelaran|deleted row|w:ins|w:del/)
  })

  it('keeps links to the web, and the words of links to a computer', async () => {
    const body = `<w:p><w:hyperlink r:id="rId1"><w:r><w:t>the rules</w:t></w:r></w:hyperlink> <w:hyperlink r:id="rId2"><w:r><w:t>our draft</w:t></w:r></w:hyperlink></w:p>`
    const { content, removed, bytes } = await cleaned(
      docx({
        body,
        links: [
          ['hyperlink', 'https://example.org/rules', true],
          ['hyperlink', 'file:///C:\\Users\\hwhitfield\\draft.docx', true],
        ],
      }),
    )
    expect(content).toContain('https://example.org/rules')
    expect(content).not.toContain('hwhitfield')
    expect(removed).toContain('Links to files on a computer or server')
    expect(await pagesOf(bytes!)).toEqual(['the rulesour draft'])
  })

  it('loses custom data, templates, embedded files and macros, and keeps the picture of an embedded file', async () => {
    const body = `<w:p><w:r><w:object><v:shape><v:imagedata r:id="rId1"/></v:shape><o:OLEObject r:id="rId2"/></w:object></w:r></w:p>${paragraph('Text')}`
    const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Artist: AUTHOR } })
      .jpeg()
      .toBuffer()
    const { content, removed, questions } = await cleaned(
      docx({
        body,
        links: [
          ['image', 'media/image1.jpg'],
          ['oleObject', 'embeddings/oleObject1.bin'],
          ['customXml', '../customXml/item1.xml'],
          ['http://schemas.microsoft.com/office/2006/relationships/vbaProject', 'vbaProject.bin'],
        ],
        parts: {
          'word/media/image1.jpg': picture,
          'word/embeddings/oleObject1.bin': `secret of ${AUTHOR}`,
          'customXml/item1.xml': `<a>${COMPANY}</a>`,
          'word/vbaProject.bin': 'macro',
        },
        types: { 'word/document.xml': 'application/vnd.ms-word.document.macroEnabled.main+xml' },
      }),
    )
    expect(content).toContain('<v:imagedata r:id="rId1"/>')
    expect(content).not.toMatch(/OLEObject|secret|vba|macro|Whitfield|customXml|Northwind/)
    expect(removed).toEqual(
      expect.arrayContaining([
        'Macros',
        'Custom data that other programs stored',
        'Embedded files; their images are kept',
        'Camera and editing details of images',
      ]),
    )
    expect(questions).toEqual([{ kind: 'embedded_object', where: 'Document', text: '1 embedded file removed.' }])
  })

  it('tells where visible text names the member, even in pieces, and asks about hidden text', async () => {
    const body = [
      paragraph('Prepared for the board.'),
      `<w:p><w:r><w:br w:type="page"/></w:r><w:r><w:t>Signed, Helen Whit</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>field. Thank you.</w:t></w:r></w:p>`,
      paragraph('nobody sees this', '<w:rPr><w:vanish/></w:rPr>'),
    ].join('')
    const header = `<w:hdr ${NAMESPACES}>${paragraph(`${COMPANY} Ltd`)}</w:hdr>`
    const { outcome, findings, questions } = await cleaned(
      docx({ body, links: [['header', 'header1.xml']], parts: { 'word/header1.xml': header } }),
      WORD,
      [AUTHOR, 'helen.whitfield@northwind.example', `${COMPANY} Inc`],
    )
    expect(outcome).toBe('cleaned')
    expect(findings).toEqual([
      { where: 'Page 2', text: 'Signed, Helen Whitfield.', token: AUTHOR },
      { where: 'Header', text: 'Northwind Traders Ltd', token: 'Northwind Traders Inc' },
    ])
    expect(questions).toEqual([{ kind: 'hidden_text', where: 'Page 2', text: 'nobody sees this' }])
  })

  it('is not proven if something identifying is where nobody sees it', async () => {
    const body = `<w:p><w:pPr><w:unknown w:other="${AUTHOR}"/></w:pPr><w:r><w:t>Text</w:t></w:r></w:p>`
    expect(await cleanFile(docx({ body }), WORD, [AUTHOR])).toMatchObject({ outcome: 'not_proven', bytes: null })
    expect(await cleanFile(docx({ body: body.replace(AUTHOR, 'Nobody') }), WORD, [AUTHOR])).toMatchObject({
      outcome: 'cleaned',
    })
  })

  it('counts pages by the breaks that Word stored', async () => {
    const broken = (text: string) => `<w:p><w:r><w:lastRenderedPageBreak/><w:t>${text}</w:t></w:r></w:p>`
    const body = `${paragraph('one')}<w:p><w:r><w:br w:type="page"/></w:r></w:p>${broken('two')}${broken('three')}`
    expect(await pagesOf(docx({ body }))).toEqual(['one', 'two', 'three'])
  })
})

describe('Excel', () => {
  it('loses paths, names of people and links to other workbooks, and keeps the last values', async () => {
    const workbook = `<fileSharing userName="${AUTHOR}"/><mc:AlternateContent><mc:Choice Requires="x15"><x15ac:absPath url="C:\\Users\\hwhitfield\\Deals\\"/></mc:Choice></mc:AlternateContent>`
    const rows = `<row><c><f>[1]Prices!A1*2</f><v>42</v></c><c><f>SUM(A1:A2)</f><v>43</v></c></row>`
    const { content, bytes, removed } = await cleaned(xlsx([{ name: 'Offer', rows }], { workbook }), EXCEL)
    expect(content).not.toMatch(/whitfield|\[1\]/i)
    expect(content).toContain('<f>SUM(A1:A2)</f>')
    expect(removed).toContain('Links to other workbooks; their last values are kept')
    expect(await pagesOf(bytes!)).toEqual(['Offer\n42\t43'])
  })

  it('leaves no empty list behind, which Excel would repair', async () => {
    const { content, bytes } = await cleaned(
      xlsx(
        [
          {
            name: 'Offer',
            rows: `<row>${cell('see file')}</row>`,
            after: '<hyperlinks><hyperlink ref="A1" r:id="rId1"/></hyperlinks>',
            links: [['hyperlink', 'file:///C:/Users/hwhitfield/prices.xlsx', true]],
          },
        ],
        { workbook: '<definedNames><definedName name="Prices">[1]Prices!A1</definedName></definedNames>' },
      ),
      EXCEL,
    )
    expect(content).not.toMatch(/hyperlink|definedName|hwhitfield/)
    const kept = '<hyperlinks><hyperlink ref="A1" r:id="rId1"/></hyperlinks>'
    const web = xlsx([{ name: 'Offer', rows: '', after: kept, links: [['hyperlink', 'https://example.org/', true]] }])
    expect((await cleaned(web, EXCEL)).content).toContain(kept)
    expect(await pagesOf(bytes!)).toEqual(['Offer\nsee file'])
  })

  it('asks about hidden sheets and rows, and finds names in cells', async () => {
    const { questions, findings } = await cleaned(
      xlsx([
        { name: 'Offer', rows: `<row>${cell(`Drafted by ${AUTHOR}`)}</row><row hidden="1">${cell('secret')}</row>` },
        { name: 'Margins', rows: '', state: 'veryHidden' },
      ]),
      EXCEL,
    )
    expect(findings).toEqual([{ where: 'Sheet “Offer”', text: `Drafted by ${AUTHOR}`, token: AUTHOR }])
    expect(questions.map(({ kind, where }) => `${kind} ${where}`)).toEqual([
      'hidden_text Sheet “Offer”',
      'hidden_sheet Sheet “Margins”',
    ])
  })

  it('removes a stored text that no cell shows', async () => {
    const strings = `<sst xmlns="m"><si><t>shown</t></si><si><t>${AUTHOR} was here</t></si></sst>`
    const { content, bytes } = await cleaned(
      xlsx([{ name: 'Offer', rows: '<row><c t="s"><v>0</v></c></row>' }], {
        links: [['sharedStrings', 'sharedStrings.xml']],
        parts: { 'xl/sharedStrings.xml': strings },
        types: {
          'xl/sharedStrings.xml': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml',
        },
      }),
      EXCEL,
    )
    expect(content).not.toContain('Whitfield')
    expect(await pagesOf(bytes!)).toEqual(['Offer\nshown'])
  })
})

describe('PowerPoint', () => {
  it('asks about hidden slides and notes, and tells the slide that names somebody', async () => {
    const { questions, findings, bytes } = await cleaned(
      pptx([
        { text: 'Why we settle', notes: 'Say this slowly' },
        { text: `Questions to ${AUTHOR}` },
        { text: 'Backup', isHidden: true },
      ]),
      POWERPOINT,
    )
    expect(questions).toEqual([
      { kind: 'hidden_text', where: 'Notes of slide 1', text: 'Say this slowly' },
      { kind: 'hidden_slide', where: 'Slide 3', text: 'Backup' },
    ])
    expect(findings).toEqual([{ where: 'Slide 2', text: `Questions to ${AUTHOR}`, token: AUTHOR }])
    expect(await pagesOf(bytes!)).toEqual(['Why we settle\nSay this slowly', `Questions to ${AUTHOR}`, 'Backup'])
  })

  it('replaces an embedded file by its picture', async () => {
    const more = `<p:graphicFrame><a:graphic><a:graphicData><mc:AlternateContent><mc:Choice Requires="v"><p:oleObj r:id="rId1"/></mc:Choice><mc:Fallback><p:oleObj r:id="rId1"><p:pic><p:blipFill><a:blip r:embed="rId2"/></p:blipFill></p:pic></p:oleObj></mc:Fallback></mc:AlternateContent></a:graphicData></a:graphic></p:graphicFrame>`
    const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const { content } = await cleaned(
      pptx(
        [
          {
            text: 'Figures',
            more,
            links: [
              ['package', '../embeddings/book.xlsx'],
              ['image', '../media/image1.png'],
            ],
          },
        ],
        { 'ppt/embeddings/book.xlsx': 'secret', 'ppt/media/image1.png': picture },
      ),
      POWERPOINT,
    )
    expect(content).toContain('<p:pic><p:blipFill><a:blip r:embed="rId2"/></p:blipFill></p:pic>')
    expect(content).not.toMatch(/oleObj|graphicFrame|secret/)
  })
})

describe('OpenDocument', () => {
  it('loses its properties, settings, comments and changes', async () => {
    const body = `<text:tracked-changes><text:deletion><dc:creator>${REVIEWER}</dc:creator><text:p>old</text:p></text:deletion></text:tracked-changes><text:p>New text<office:annotation><dc:creator>${REVIEWER}</dc:creator><text:p>Why?</text:p></office:annotation></text:p>`
    const { outcome, content, questions, findings } = await cleaned(odt(body), OPEN_TEXT, [AUTHOR])
    expect({ outcome, findings }).toEqual({ outcome: 'cleaned', findings: [] })
    expect(content).toContain('New text')
    expect(content).not.toMatch(/Whitfield|Oyelaran|Why|Printer|old</)
    expect(questions).toEqual([{ kind: 'comments', where: 'Comments', text: '1 comment removed. The first: “Why?”' }])
  })

  it('tells where visible text names somebody', async () => {
    const { findings } = await cleaned(odt(`<text:p>By <text:span>Helen</text:span> Whitfield</text:p>`), OPEN_TEXT)
    expect(findings).toEqual([{ where: 'Page 1', text: 'By Helen Whitfield', token: AUTHOR }])
  })
})

it.each([
  ['Word', WORD, () => docx({ body: paragraph('Text', '<w:rPr><w:rsid w:val="1"/></w:rPr>') })],
  ['Excel', EXCEL, () => xlsx([{ name: 'Offer', rows: `<row>${cell('a')}</row>` }])],
  ['PowerPoint', POWERPOINT, () => pptx([{ text: 'a', notes: 'b' }])],
  ['OpenDocument', OPEN_TEXT, () => odt('<text:p>a</text:p>')],
])('cleaning a cleaned file changes nothing: %s', async (_, type, make) => {
  const once = (await cleanFile(make(), type, [])).bytes!
  expect(Buffer.compare((await cleanFile(once, type, [])).bytes!, once)).toBe(0)
})

it('the archive has no times, extra fields or comments', async () => {
  const bytes = Buffer.from((await cleanFile(docx({ body: paragraph('Text') }), WORD, [])).bytes!)
  expect(bytes.readUInt32LE(10)).toBe(0x21_00_00)
  expect(bytes.readUInt16LE(28)).toBe(0)
  const first = bytes.subarray(30 + bytes.readUInt16LE(26), 30 + bytes.readUInt16LE(26) + bytes.readUInt32LE(18))
  expect(inflateRawSync(first).toString()).toContain('ContentType')
})

it.each([
  [
    'a part with a document type',
    'broken',
    () => docx({ body: '', parts: { 'word/document.xml': '<!DOCTYPE x [<!ENTITY e "e">]><w:document/>' } }),
  ],
  [
    'a part that is cut off',
    'broken',
    () => docx({ body: '', parts: { 'word/document.xml': '<w:document><w:body>' } }),
  ],
  ['no main part', 'broken', () => zip({ '[Content_Types].xml': '<Types/>' })],
  ['not a ZIP', 'broken', () => new TextEncoder().encode('Hello')],
])('%s is %s', async (_, outcome, make) => {
  await expect(cleanFile(make(), WORD, [])).rejects.toMatchObject({ outcome })
})
