import { expect, test } from 'vitest'
import { linesOfHtml } from './html-lines.ts'
import { bodyOf } from './lines.ts'
import { cutQuotes } from './quotes.ts'
import { linesOfText } from './text-lines.ts'

const fromText = (text: string) => bodyOf(cutQuotes(linesOfText(text)), true)
const fromHtml = (html: string) => bodyOf(cutQuotes(linesOfHtml(html)), false)

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
  const long = Array.from({ length: 9 }, (_, index) => `> Old line ${index}.`).join('\n')
  const body = fromText(
    `On 4 January 2021, Ann wrote:\n> First question?\n\nFirst answer.\n\n${long}\n\nSecond answer.\n\n> Rest of it.`,
  )
  expect(body.html).toContain('<blockquote><p>First question?</p></blockquote><p>First answer.</p>')
  expect(body.html).toContain('Old line 8')
  expect(body.html).not.toContain('Old line 2')
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
