import { expect, test } from 'vitest'
import { readMail } from './mime.ts'
import { prepareMail, prepareMails, readCuts } from './prepared-mail.ts'

const bytes = (header: string, body: Buffer | string) =>
  Buffer.concat([Buffer.from(`From: Ann <ann@firm.test>\n${header}\n\n`), Buffer.from(body as string)])
const textOf = async (header: string, body: Buffer | string) => (await prepareMail(bytes(header, body), '')).read.text

test('decodes every charset that an archive holds', async () => {
  const cases: [string, Buffer, string][] = [
    ['windows-1252', Buffer.from([0x93, 0x48, 0x69, 0x94, 0x20, 0x80]), '“Hi” €'],
    ['iso-8859-9', Buffer.from([0xfe]), 'ş'],
    ['gb2312', Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), '你好'],
    ['ks_c_5601-1987', Buffer.from([0xbe, 0xc8, 0xb3, 0xe7]), '안녕'],
    ['iso-2022-jp', Buffer.from('\x1b$B$3$s\x1b(B', 'latin1'), 'こん'],
    ['koi8-r', Buffer.from([0xf0, 0xd2, 0xc9]), 'При'],
    ['utf-7', Buffer.from('+ZeVnLIqe-'), '日本語'],
    ['unknown-8bit', Buffer.from('plain'), 'plain'],
  ]
  for (const [charset, body, expected] of cases) {
    expect(await textOf(`Content-Type: text/plain; charset=${charset}`, body)).toBe(expected)
    const encoded = `Content-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: base64`
    expect(await textOf(encoded, body.toString('base64'))).toBe(expected)
  }
  expect(await textOf('Subject: no charset', Buffer.from('\xe9t\xe9', 'latin1'))).toBe('été')
  expect(await textOf('Subject: no charset', 'été')).toBe('été')
})

test('mends text whose charset was declared wrongly', async () => {
  const koi8 = Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4, 0x20, 0xd7, 0xd3, 0xc5, 0xcd])
  const win1251 = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xe2, 0xf1, 0xe5, 0xec])
  const cases: [string, Buffer, string][] = [
    ['iso-8859-1', Buffer.from('Größe – “été”'), 'Größe – “été”'],
    ['windows-1252', Buffer.from('Größe – “été”'), 'Größe – “été”'],
    ['utf-8', Buffer.from('Gr\xf6\xdfe und \xe9t\xe9', 'latin1'), 'Größe und été'],
    ['utf-8', Buffer.from('He said \x93no\x94', 'latin1'), 'He said “no”'],
    ['utf-8', koi8, 'Привет всем'],
    ['utf-8', win1251, 'Привет всем'],
    ['utf-8', Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0xc4, 0xe3, 0xba, 0xc3]), '你好你好'],
    ['utf-8', Buffer.from('Größe'), 'Größe'],
    ['iso-8859-1', Buffer.from('Gr\xf6\xdfe', 'latin1'), 'Größe'],
  ]
  for (const [charset, body, expected] of cases) {
    expect(await textOf(`Content-Type: text/plain; charset=${charset}`, body)).toBe(expected)
    const encoded = `Content-Type: text/plain; charset="${charset}"\nContent-Transfer-Encoding: base64`
    expect(await textOf(encoded, body.toString('base64'))).toBe(expected)
  }
})

test('finds what was cut in the stored original again, and the footer of a list among its messages', async () => {
  const raws = ['Ann', 'Bob', 'Eve'].map((name) =>
    Buffer.from(
      `From: ${name} <${name}@firm.test>\nList-Id: <board.firm.test>\n\n${name} agrees.\n\nThe board of in-house counsel, since 1998\n`,
    ),
  )
  const prepared = await prepareMails(raws.map((raw) => ({ raw, fromLine: '' })))
  expect(prepared.map((one) => 'mail' in one && one.mail.read.text)).toEqual([
    'Ann agrees.',
    'Bob agrees.',
    'Eve agrees.',
  ])
  const original = bytes('Subject: x', 'Yes.\n\n-- \nAnn')
  expect((await readCuts(original)).cuts).toMatchObject([{ kind: 'signature', after: 1, lines: [{ text: 'Ann' }] }])
})

test('keeps every part: text beside HTML, a message within, files of the body', async () => {
  const parts = (...all: string[]) => `${all.map((part) => `--b\n${part}`).join('\n')}\n--b--\n`
  const mixed = 'Content-Type: multipart/mixed; boundary=b'
  const mail = await prepareMail(
    bytes(
      mixed,
      parts(
        'Content-Type: text/plain\n\nBefore.',
        'Content-Type: text/html\n\n<p>Then <b>this</b>.</p>',
        'Content-Type: message/rfc822\n\nFrom: Bob <b@x.test>\nSubject: inner\n\nInner.',
        'Content-Type: image/png; name="=?utf-8?Q?B=C3=BCcher?=.png"\nContent-Disposition: inline\nContent-ID: <i@x>\nContent-Transfer-Encoding: base64\n\niVBORw==',
        'Content-Type: application/pgp-signature; name="signature.asc"\n\nproof',
        'Content-Type: text/plain\n\n_______________________________________________\nBoard mailing list\nboard@lists.test',
      ),
    ),
    '',
  )
  expect(mail.read.html).toBe('<p>Before.</p><p>Then <strong>this</strong>.</p>')
  expect(mail.files.map(({ name, file_type, inline }) => ({ name, file_type, inline }))).toEqual([
    { name: 'message.eml', file_type: 'message/rfc822', inline: false },
    { name: 'Bucher.png', file_type: 'image/png', inline: true },
  ])
})

test('reads the ids that headers name, broken as they come', async () => {
  const mail = await readMail(
    bytes(
      'Message-ID:\n <own@x.test>\nReferences: <a@x> <b\n @x> <a@x>\nIn-Reply-To: <c@x> (Ann\'s message of "Mon")',
      'Hi',
    ),
    '',
  )
  expect(mail).toMatchObject({ external_id: 'own@x.test', references: ['b@x', 'a@x', 'c@x'] })
})

test('gives a message without an id one of its content, not of its way', async () => {
  const id = async (header: string, body = 'Hi') => (await readMail(bytes(header, body), '')).external_id
  expect(await id('Received: one\nDate: Mon, 4 Jan 2021 09:30:00 +0000')).toBe(
    await id('Received: two\nDate: Mon, 4 Jan 2021 09:30:00 +0000'),
  )
  expect(await id('Subject: a')).not.toBe(await id('Subject: b'))
  expect(await id('Subject: a')).not.toBe(await id('Subject: a', 'Ho'))
  expect(await id(`Message-ID: <${'x'.repeat(3000)}@x>`)).toMatch(/^digest:/)
})
