import { describe, expect, it } from 'vitest'
import {
  cell,
  contentOf,
  docx,
  EXCEL,
  NAMESPACES,
  paragraph,
  POWERPOINT,
  pptx,
  WORD,
  xlsx,
} from '../../../../tests/harness/documents.ts'
import { cleanFile } from '../clean-file.ts'
import { officePages } from '../office/office-pages.ts'
import { openPackage } from '../office/package.ts'

const SECRET = 'Our floor is four million'
const VANISH = '<w:rPr><w:vanish/></w:rPr>'

/** What the member is asked, and the file after they agreed. */
async function agreed(bytes: Uint8Array, type: string) {
  const asked = await cleanFile(bytes, type, [])
  const { outcome, bytes: cleaned, removed, questions } = await cleanFile(bytes, type, [], { removesHidden: true })
  const content = cleaned ? await contentOf(cleaned) : ''
  const pages = cleaned ? officePages(await openPackage(cleaned)).map(({ text }) => text) : []
  return { asked: asked.questions, outcome, removed, questions, content, pages, before: await contentOf(asked.bytes!) }
}

describe('hidden text of Word', () => {
  it('is removed with its notes and pictures, wherever it stands, and the rest stays', async () => {
    const styles = `<w:styles ${NAMESPACES}><w:style w:type="character" w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Base"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Aside"><w:basedOn w:val="Base"/></w:style></w:styles>`
    const body = [
      paragraph('What everybody reads. '),
      paragraph(SECRET, VANISH),
      paragraph('By its style', '<w:rPr><w:rStyle w:val="Secret"/></w:rPr>'),
      `<w:p><w:pPr><w:pStyle w:val="Aside"/></w:pPr><w:r><w:t>By its paragraph</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>but this is shown</w:t></w:r></w:p>`,
      `<w:p><w:r>${VANISH}<w:footnoteReference w:id="2"/><w:pict><v:shape><v:imagedata r:id="rId3"/></v:shape></w:pict></w:r></w:p>`,
    ].join('')
    const note = (id: number, text: string) => `<w:footnote w:id="${id}">${paragraph(text)}</w:footnote>`
    const parts = {
      'word/styles.xml': styles,
      'word/header1.xml': `<w:hdr ${NAMESPACES}>${paragraph('A hidden heading', VANISH)}${paragraph('Draft')}</w:hdr>`,
      'word/media/image1.png': Buffer.from('secret picture'),
      'word/footnotes.xml': `<w:footnotes ${NAMESPACES}>${note(2, 'A note on what is hidden')}${note(3, 'Another note')}</w:footnotes>`,
    }
    const office = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
    const { asked, outcome, removed, questions, content, pages } = await agreed(
      docx({
        body,
        links: [
          ['styles', 'styles.xml'],
          ['header', 'header1.xml'],
          ['image', 'media/image1.png'],
          ['footnotes', 'footnotes.xml'],
        ],
        parts,
        types: { 'word/header1.xml': `${office}.header+xml`, 'word/footnotes.xml': `${office}.footnotes+xml` },
      }),
      WORD,
    )
    expect(asked.map(({ text }) => text)).toEqual([
      SECRET,
      'By its style',
      'By its paragraphbut this is shown',
      'A hidden heading',
    ])
    expect({ outcome, questions }).toEqual({ outcome: 'cleaned', questions: [] })
    expect(removed).toContain('Hidden text')
    expect(content).not.toMatch(/four million|By its|hidden heading|secret picture|what is hidden/)
    expect(pages.join()).toMatch(/What everybody reads.*but this is shown.*Draft/s)
    expect(content).toContain('Another note')
  })
})

describe('hidden sheets, rows and columns of Excel', () => {
  const sheetsOf = () =>
    xlsx(
      [
        { name: 'Margins', rows: `<row>${cell(SECRET)}</row>`, state: 'veryHidden' },
        {
          name: 'Offer',
          rows: `<row r="1"><c r="A1"><f>Margins!A1*2</f><v>42</v></c><c r="B1"><f>SUM(A1)</f><v>43</v></c><c r="C1"><f>Floor+1</f><v>44</v></c></row>`,
          after: `<dataValidations count="1"><dataValidation type="list" sqref="A1"><formula1>Margins!$A$1:$A$9</formula1></dataValidation></dataValidations><hyperlinks><hyperlink ref="A1" location="Margins!A1"/></hyperlinks>`,
        },
        { name: 'Q&amp;A’s', rows: `<row>${cell('Questions')}</row>` },
        { name: 'Old', rows: `<row>${cell('An older offer')}</row>`, state: 'hidden' },
      ],
      {
        workbook: `<bookViews><workbookView activeTab="2"/></bookViews><definedNames><definedName name="Floor">Margins!$A$1</definedName><definedName name="Local" localSheetId="2">Offer!$A$1</definedName><definedName name="Twice">Floor*2</definedName></definedNames>`,
      },
    )

  it('are asked about, and removed with the names, links and formulas that lead to them; values stay', async () => {
    const { asked, outcome, questions, removed, content, pages, before } = await agreed(sheetsOf(), EXCEL)
    expect(before).toContain(SECRET)
    expect(asked.map(({ kind, where }) => `${kind} ${where}`)).toEqual([
      'hidden_sheet Sheet “Margins”',
      'hidden_sheet Sheet “Old”',
    ])
    expect({ outcome, questions }).toEqual({ outcome: 'cleaned', questions: [] })
    expect(removed).toContain('Hidden sheets; formulas that used them keep their last values')
    expect(pages).toEqual(['Offer\n42\t43\t44', 'Q&A’s\nQuestions'])
    expect(content).not.toMatch(/four million|older offer|Margins|Floor|Twice|hyperlink/)
    expect(content).toContain('<f>SUM(A1)</f>')
    expect(content).toContain('<definedName name="Local" localSheetId="1">')
    expect(content).toContain('activeTab="1"')
    expect(content).toContain('<formula1>#REF!</formula1>')
  })

  it('a hidden row or column loses its contents, and formulas become values', async () => {
    const rows = `<row r="1"><c r="A1"><f>SUM(A2:A3)</f><v>7</v></c><c r="C1" t="inlineStr"><is><t>${SECRET}</t></is></c></row><row r="2" hidden="1"><c r="A2"><v>123456</v></c></row>`
    const bytes = xlsx([{ name: 'Offer', rows }], {})
    const withColumn = new Uint8Array(
      await replaced(
        bytes,
        'xl/worksheets/sheet1.xml',
        '<sheetData>',
        '<cols><col min="3" max="4" hidden="1"/></cols><sheetData>',
      ),
    )
    const { asked, outcome, removed, questions, pages, content } = await agreed(withColumn, EXCEL)
    expect(asked).toEqual([{ kind: 'hidden_text', where: 'Sheet “Offer”', text: '2 hidden rows or columns.' }])
    expect({ outcome, questions, pages }).toEqual({ outcome: 'cleaned', questions: [], pages: ['Offer\n7'] })
    expect(content).not.toMatch(/four million|123456|<f>/)
    expect(removed.join()).toContain('hidden rows and columns')
  })

  it('a text that only a hidden sheet shows is not kept among the shared texts', async () => {
    const strings = `<sst xmlns="m"><si><t>shown</t></si><si><t>${SECRET}</t></si></sst>`
    const { outcome, content, pages } = await agreed(
      xlsx(
        [
          // The number 1 is no reference to the second text.
          { name: 'Offer', rows: '<row><c t="s"><v>0</v></c><c><v>1</v></c></row>' },
          { name: 'Margins', rows: '<row><c t="s"><v>1</v></c></row>', state: 'hidden' },
        ],
        {
          links: [['sharedStrings', 'sharedStrings.xml']],
          parts: { 'xl/sharedStrings.xml': strings },
          types: {
            'xl/sharedStrings.xml': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml',
          },
        },
      ),
      EXCEL,
    )
    expect({ outcome, pages }).toEqual({ outcome: 'cleaned', pages: ['Offer\nshown\t1'] })
    expect(content).not.toContain(SECRET)
  })

  it('a pivot table over a hidden sheet goes with the copy of its rows', async () => {
    const type = (name: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml`
    const { outcome, content, pages } = await agreed(
      xlsx(
        [
          { name: 'Offer', rows: `<row>${cell('Total')}</row>`, links: [['pivotTable', '../pivotTables/p1.xml']] },
          { name: 'Rows', rows: `<row>${cell(SECRET)}</row>`, state: 'hidden' },
        ],
        {
          workbook: '<pivotCaches><pivotCache cacheId="1" r:id="rId3"/></pivotCaches>',
          links: [['pivotCacheDefinition', 'pivotCache/d1.xml']],
          parts: {
            'xl/pivotTables/p1.xml': '<pivotTableDefinition name="Rows"/>',
            'xl/pivotTables/_rels/p1.xml.rels':
              '<Relationships><Relationship Id="rId1" Type="a/pivotCacheDefinition" Target="../pivotCache/d1.xml"/></Relationships>',
            'xl/pivotCache/d1.xml': `<pivotCacheDefinition><cacheSource><worksheetSource ref="A1:B2" sheet="Rows"/></cacheSource><s v="${SECRET}"/></pivotCacheDefinition>`,
          },
          types: { 'xl/pivotTables/p1.xml': type('pivotTable'), 'xl/pivotCache/d1.xml': type('pivotCacheDefinition') },
        },
      ),
      EXCEL,
    )
    expect({ outcome, pages }).toEqual({ outcome: 'cleaned', pages: ['Offer\nTotal'] })
    expect(content).not.toMatch(/four million|pivot/i)
  })
})

describe('hidden slides of PowerPoint', () => {
  it('are removed with links to them, their place in sections, notes and hidden shapes', async () => {
    const jump =
      '<p:sp><p:txBody><a:p><a:r><a:rPr><a:hlinkClick r:id="rId1" action="ppaction://hlinksldjump"/></a:rPr><a:t>More</a:t></a:r></a:p></p:txBody></p:sp>'
    const off = `<p:sp><p:nvSpPr><p:cNvPr id="9" name="x" hidden="1"/></p:nvSpPr><p:txBody><a:p><a:r><a:t>An older price</a:t></a:r></a:p></p:txBody></p:sp>`
    const bytes = pptx([
      { text: 'Why we settle', notes: 'Say this slowly', more: jump + off, links: [['slide', 'slide2.xml']] },
      { text: SECRET, isHidden: true },
      { text: 'Questions' },
    ])
    const withSections = await replaced(
      bytes,
      'ppt/presentation.xml',
      '</p:sldIdLst>',
      '</p:sldIdLst><p:extLst><p:ext uri="s"><p14:sectionLst xmlns:p14="urn:p14"><p14:sldId id="256"/><p14:sldId id="257"/></p14:sectionLst></p:ext></p:extLst>',
    )
    const { asked, outcome, questions, removed, content, pages } = await agreed(withSections, POWERPOINT)
    expect(asked.map(({ kind, where }) => `${kind} ${where}`)).toEqual([
      'hidden_text Slide 1',
      'hidden_text Notes of slide 1',
      'hidden_slide Slide 2',
    ])
    expect({ outcome, questions, pages }).toEqual({
      outcome: 'cleaned',
      questions: [],
      pages: ['Why we settle\nMore', 'Questions'],
    })
    expect(removed).toEqual(expect.arrayContaining(['Hidden slides', 'Notes of slides', 'Hidden text']))
    expect(content).not.toMatch(/four million|slowly|older price|257|hlinkClick/)
  })
})

async function replaced(bytes: Uint8Array, part: string, before: string, after: string): Promise<Uint8Array> {
  const { unpack, pack } = await import('../office/archive.ts')
  const entries = await unpack(bytes)
  const text = Buffer.from(entries.get(part)!).toString()
  expect(text).toContain(before)
  return pack(entries.set(part, Buffer.from(text.replace(before, after))))
}
