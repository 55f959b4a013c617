import { expect, test } from 'vitest'
import { bestPart } from './best-part.ts'
import { learnFooter } from './footers.ts'
import { linesOfHtml } from './html-lines.ts'
import { bodyOf } from './lines.ts'
import { cutBody } from './quotes.ts'
import { linesOfText } from './text-lines.ts'

const fromText = (text: string) => bodyOf(cutBody(linesOfText(text)).kept, true)
const fromHtml = (html: string) => bodyOf(cutBody(linesOfHtml(html)).kept, false)

test('cuts what stands below an announcement, in many languages', () => {
  const announcements = [
    'On Tue, Dec 29, 2020 at 6:28 PM Marcus via List <\nlist@firm.test> wrote:',
    'Am 03.02.2016 um 15:35 schrieb Max Mustermann <max@firm.test>:',
    'Le 16 nov. 2016 à 02:22, Ann Lee a écrit :',
    'El jueves, 21 de noviembre de 2013, Ana escribió:',
    '在 2016年12月12日，下午8:45，Ann <a@firm.test> 写道：',
    '2014-10-17 11:28 GMT+03:00 Ann <a@firm.test>:',
    '-----Original Message-----',
    'From: Ann\nSent: Tuesday\nTo: Bob\nSubject: Fees',
    'Von: Ann\nGesendet: Dienstag\nAn: Bob\nBetreff: Fees',
  ]
  for (const announcement of announcements)
    expect(fromText(`My answer.\n\n${announcement}\n\n> Old words.\n> More.`).text).toBe('My answer.')
})

test('keeps prose that only looks like an announcement', () => {
  for (const text of [
    'On Monday I wrote to them.\nThey did not answer.',
    'I figured it out, I wrote one of my own:\n\nsum(a)',
    'From: what I know, nothing.',
  ]) {
    expect(fromText(text).text.replaceAll('\n\n', '\n')).toBe(text.replaceAll('\n\n', '\n'))
  }
})

test('shows what is answered between two answers, and only its end', () => {
  const long = Array.from({ length: 15 }, (_, index) => `> Old line ${index}.`).join('\n')
  const body = fromText(
    `On 4 January 2021, Ann wrote:\n> First question?\n\nFirst answer.\n\n${long}\n\nSecond answer.\n\n> Rest of it.`,
  )
  expect(body.html).toContain('<blockquote><p>First question?</p></blockquote><p>First answer.</p>')
  expect(body.html).toContain('Old line 14')
  expect(body.html).not.toContain('Old line 8')
  expect(body.text).not.toMatch(/Rest of it|wrote/)
})

test('cuts signatures, footers and notices', () => {
  expect(fromText('Hello.\n\n-- \nAnn Lee\nGeneral Counsel').text).toBe('Hello.')
  expect(fromText('Hello.\n\nSent from my iPhone').text).toBe('Hello.')
  expect(
    fromText('Hello.\n_______________________________________________\nBoard mailing list\nboard@lists.test').text,
  ).toBe('Hello.')
  expect(
    fromText(
      'Hello.\n\nThis e-mail and any attachments are confidential and intended solely for the addressee.\nDelete it.',
    ).text,
  ).toBe('Hello.')
})

test('never cuts prose as a signature, however it is marked', () => {
  const prose =
    'We went through the agreement yesterday and found two clauses that nobody wants to sign as they are.\nCould you look at them before Friday?'
  for (const mark of ['-- ', '—', '__', '________'])
    expect(fromText(`Hello.\n\n${mark}\n${prose}`).text).toContain('Could you look at them before Friday?')
  expect(fromText(`Hello.\n\n-- \nAnn Lee\nCounsel\n\n${prose}`).text).toMatch(/^Hello\.\s+We went through/)
  expect(fromHtml(`<div>Hello.</div><div class="gmail_signature"><div>${prose}</div></div>`).text).toContain('clauses')
  const long = Array.from({ length: 40 }, (_, index) => `Item ${index}`).join('\n')
  expect(fromText(`Hello.\n\n--\n${long}`).text).toContain('Item 39')
})

test('keeps a quotation that a person announces, and what follows it', () => {
  const opinion =
    'Thanks.\n\nOn 4 January 2021 the court wrote:\n\nNo lawyer may do this.\n\nI disagree with all of it.'
  expect(fromText(opinion).text).toContain('I disagree')
  expect(
    fromText('See below.\n\n____________\nI asked on the mailing list and nobody there has an answer to this.').text,
  ).toContain('I asked')
})

test('keeps a chosen quote with its answer, and cuts an announced one', () => {
  expect(fromText('> Shall we?\n\nYes.').html).toBe('<blockquote><p>Shall we?</p></blockquote><p>Yes.</p>')
  expect(fromText('Ann wrote:\n> Shall we?\n\nYes.').html).toBe('<p>Yes.</p>')
})

test('keeps answers between the lines of a forwarded message whose quote is visible', () => {
  const body = fromText(
    'See within.\n\nForwarded message:\n> Shall we?\n\nYes, if the board agrees.\n\n> When?\n\nSoon.',
  )
  expect(body.text).toContain('Yes, if the board agrees.')
  expect(body.text).not.toContain('Forwarded')
})

test('knows announcements that are wrapped, quoted by initials or in the same line', () => {
  for (const text of [
    'Yes.\n\nOn Thu, 31 Mar 2016 at 11:16 Ann\n\n<\nmailto:Ann <ann@firm.test>\n> wrote:\n\nOld.',
    'Yes. On Wed, Apr 4, 2012 at 3:59 PM, ann@firm.test wrote:\n> Old.',
    'Yes.\n\nAccording to Ann:\n> Old.',
    'Yes.\n\nQuoting Ann Lee <ann@firm.test>:\n\n> Old.',
    'Yes.\n\nDate: Wed, 16 May 2012 00:15:02 -0600\nTo: ann@firm.test\n\nOld.',
    'Yes.\n\n    > This was said before by somebody.\n    > Old.\n    > Older.',
    'Yes.\n\nAL>\nAL> This was said before by somebody.\nAL>',
  ])
    expect(fromText(text).text).toBe('Yes.')
})

test('says what was cut, and loses no line', () => {
  const lines = linesOfText(
    'Yes.\n\n-- \nAnn Lee\n\nOn Tue, 29 Dec 2020 at 18:28, Bob <b@firm.test> wrote:\n> Shall we?\n____________\nBoard mailing list\nTo unsubscribe, write to us.',
  )
  const { kept, cuts } = cutBody(lines)
  expect(cuts.map((cut) => [cut.kind, cut.after, cut.lines.map((line) => line.text).join('\n')])).toEqual([
    ['signature', 1, 'Ann Lee'],
    ['header', 1, 'On Tue, 29 Dec 2020 at 18:28, Bob <b@firm.test> wrote:'],
    ['quote', 1, 'Shall we?'],
    ['footer', 1, 'Board mailing list\nTo unsubscribe, write to us.'],
  ])
  const said = (all: readonly { text: string }[]) => all.map((line) => line.text).filter((text) => /[a-z]/i.test(text))
  expect(said([...kept, ...cuts.flatMap((cut) => cut.lines)])).toEqual(said(lines))
})

test('learns what the messages of a list end with alike', () => {
  const footer = ['Antitrust Circle, a group of counsel', 'Write to desk@circle.test if you wish to stop, ref. 4711']
  const tails = ['One', 'Two', 'Three', 'Four'].map((name, index) => [
    name,
    ...footer.slice(0, 1),
    `${footer[1]!.slice(0, -1)}${index}`,
  ])
  const learned = learnFooter(tails)
  expect(learned).toHaveLength(2)
  expect(cutBody(linesOfText(`Hello.\n\n${footer.join('\n')}`), [learned])).toMatchObject({
    kept: [{ text: 'Hello.' }],
    cuts: [{ kind: 'footer', after: 1 }],
  })
  expect(
    learnFooter([
      ['Ann', 'Regards'],
      ['Bob', 'Cheers'],
      ['Eve', 'Best'],
    ]),
  ).toEqual([])
})

test('reads the part that says more', () => {
  const said = 'This is the whole message with all of its many words, and nothing is missing here.'
  expect(bestPart('Please use an HTML reader.', `<p>${said}</p>`)).toMatchObject({
    isWrapped: false,
    lines: expect.arrayContaining([expect.objectContaining({ text: said })]),
  })
  expect(bestPart(said, '<html><body><img src="x"></body></html>')).toMatchObject({
    isWrapped: true,
    lines: expect.arrayContaining([expect.objectContaining({ text: said })]),
  })
  expect(bestPart(said, '<p>See the plain part.</p>').isWrapped).toBe(true)
  expect(bestPart('café', '<p>caf\ufffd</p>').isWrapped).toBe(true)
})

test('keeps a mail that is nothing but a quote or a forward', () => {
  expect(fromText('> All of it.').html).toBe('<blockquote><p>All of it.</p></blockquote>')
  expect(
    fromText('---------- Forwarded message ----------\nFrom: Ann\nDate: Monday\nSubject: Fees\n\nRead this.').text,
  ).toContain('Read this.')
})

test('joins lines that were broken by their length, and no others', () => {
  const prose =
    'This paragraph was broken by a mail program that allows seventy-two\ncharacters in a line and not one more, as has been usual for decades by\nnow.'
  expect(fromText(prose)).toMatchObject({ isWrapping: true, html: `<p>${prose.replaceAll('\n', ' ')}</p>` })
  expect(fromText('Regards,\nAnn').html).toBe('<p>Regards,<br />Ann</p>')
})

test('cuts the quotes of HTML mail by what its program calls them', () => {
  const gmail =
    '<div dir="ltr">Answer.</div><br><div class="gmail_quote"><div class="gmail_attr">On Tue, Ann &lt;a@x.test&gt; wrote:<br></div><blockquote class="gmail_quote">Old</blockquote></div>'
  const outlook = '<p class="MsoNormal">Answer.</p><div id="divRplyFwdMsg"><b>From:</b> Ann<br></div><div>Old</div>'
  const signature = '<div>Answer.</div><div class="gmail_signature">Ann Lee<br>Counsel</div>'
  for (const html of [gmail, outlook, signature]) expect(fromHtml(html).text).toBe('Answer.')
})

test('keeps emphasis, lists and links, and nothing that runs or calls home', () => {
  const { html } = fromHtml(
    '<style>p{}</style><p>Read <b>this</b> <a href="https://x.test/?a=1&amp;b=2">page</a><img src="https://t.test/pixel"><script>alert(1)</script></p><ul><li>one</li><li>two</li></ul><a href="javascript:alert(1)">no</a>',
  )
  expect(html).toBe(
    '<p>Read <strong>this</strong> <a href="https://x.test/?a=1&amp;b=2">page</a></p><ul><li>one</li><li>two</li></ul><p>no</p>',
  )
})

test('leads no address of a body anywhere', () => {
  expect(fromText('Write to ann@firm.test or bob@lists.firm.co.uk.').text).toBe(
    'Write to ann@firm.test.invalid or bob@lists.firm.co.uk.invalid.',
  )
  expect(fromHtml('<a href="mailto:ann@firm.test">ann@firm.test</a>').html).toBe('<p>ann@firm.test.invalid</p>')
})

test('stays quick on text made to be slow', () => {
  const began = performance.now()
  for (const text of [
    'On 1 '.repeat(2000),
    `${'> '.repeat(3000)}x`,
    '<div>'.repeat(5000),
    `${'a@'.repeat(3000)}\n`.repeat(5),
    '_'.repeat(20_000),
    'On 1,1 wrote '.repeat(40),
    '<b>x'.repeat(2000),
  ]) {
    fromText(text.repeat(3))
    fromHtml(text)
  }
  expect(performance.now() - began).toBeLessThan(3000)
})
