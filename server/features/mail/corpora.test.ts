/**
 * Compares our results with other quote parsers and prints the agreement; skipped if their test data is not installed.
 */
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  agreement,
  bare,
  DATA,
  here,
  mendedOracle,
  note,
  opening,
  percent,
  readPosts,
  unpacked,
} from '../../../tests/api/mail-oracle.ts'
import { findLosses, type Archived } from '../../../tests/api/mail-losses.ts'
import { bestPart } from './text/best-part.ts'
import { linesOfHtml } from './text/html-lines.ts'
import type { Line } from './text/lines.ts'
import { splitMbox } from './parsing/mbox.ts'
import { readMail } from './parsing/mime.ts'
import { cutBody } from './text/quotes.ts'
import { linesOfText } from './text/text-lines.ts'
import { placeArrivals } from './import/threading.ts'

test.skipIf(!here('ml-rhelp-jsonl'))(
  `threads by reference alone agree with an oracle (${note('ml-rhelp-jsonl')})`,
  async () => {
    const posts = await readPosts()
    const { thread_ids } = placeArrivals(
      posts.map((post, index) => ({
        external_id: bare(post.message_id),
        references: post.in_reply_to ? [bare(post.in_reply_to)] : [],
        fresh_thread_id: index,
      })),
      { threads: new Map(), awaiting: new Map() },
    )
    const ours = opening(posts, (post) => thread_ids.get(bare(post.message_id)))
    const asItIs = agreement(
      posts,
      ours,
      opening(posts, (post) => post.thread_id),
    )
    const mended = agreement(posts, ours, opening(posts, mendedOracle(posts)))
    console.log(
      `r-help, by reference alone: ${percent(asItIs, 1)} with the oracle as it is, ${percent(mended, 1)} mended`,
    )
    expect(asItIs).toBeGreaterThanOrEqual(0.97)
    expect(mended).toBeGreaterThanOrEqual(0.995)
  },
  60_000,
)

describe.skipIf(!here('em-talon'))(`what the author wrote (${note('em-talon')})`, () => {
  const squeezed = (text: string) => text.replaceAll(/[\s\u00a0]+/g, '')
  const shown = (lines: readonly Line[]) => lines.map((line) => '> '.repeat(line.depth) + line.text).join('\n')
  const read = (...parts: string[]) => readFileSync(path.join(DATA, ...parts), 'utf8')
  const report = (name: string, agreed: number, all: number) => {
    console.log(`${name}: ${agreed} of ${all} as expected (${percent(agreed, all)})`)
    return agreed
  }

  test('agrees with the reply trimmer, mail by mail and line by line', () => {
    const names = readdirSync(path.join(DATA, 'em-reply-trimmer/trimmed'))
    const lines = { kept: 0, expected: 0, both: 0 }
    const agreed = names.filter((name) => {
      const ours = shown(cutBody(linesOfText(read('em-reply-trimmer/emails', name))).kept)
      const theirs = read('em-reply-trimmer/trimmed', name)
      const [kept, expected] = [ours, theirs].map((text) => text.split('\n').map(squeezed).filter(Boolean))
      lines.kept += kept!.length
      lines.expected += expected!.length
      lines.both += kept!.filter((line) => expected!.includes(line)).length
      return squeezed(ours) === squeezed(theirs)
    })
    console.log(
      `reply trimmer, lines: precision ${percent(lines.both, lines.kept)}, recall ${percent(lines.both, lines.expected)}`,
    )
    // The other difference is intentional: a forward keeps its header, which says whose words it contains.
    expect(report('reply trimmer', agreed.length, names.length)).toBeGreaterThanOrEqual(63)
    expect(lines.both / lines.kept).toBeGreaterThanOrEqual(0.93)
    expect(lines.both / lines.expected).toBeGreaterThanOrEqual(0.93)
  })

  test('agrees with the quotation library', async () => {
    const { standard_replies, html_replies, inline_cases } = JSON.parse(read('em-talon/expected.json'))
    // The library cuts quotes only, so signatures and footers are put back.
    const agrees = (lines: readonly Line[], expected: string) => {
      const { kept, cuts } = cutBody(lines)
      const rest = cuts.filter((cut) => cut.kind === 'signature' || cut.kind === 'footer').flatMap((cut) => cut.lines)
      return [kept, [...kept, ...rest]].some((one) => marksOf(shown(one)) === marksOf(expected))
    }
    const marksOf = (text: string) => squeezed(text).replaceAll(/^--$|-{2,}/gm, '')
    let mails = 0
    for (const [name, expected] of Object.entries<string>(standard_replies)) {
      const mail = await readMail(readFileSync(path.join(DATA, 'em-talon/fixtures/standard_replies', name)), '')
      if (agrees(linesOfText(mail.text), expected)) mails += 1
    }
    const plain = inline_cases.filter((one: { fn: string }) => one.fn === 'extract_from_plain')
    const texts = plain.filter((one: { input: string; expected: string }) =>
      agrees(linesOfText(one.input), one.expected),
    )
    // One case is about a limit of that library, and one keeps a forward that we and the reply trimmer cut.
    const all = Object.keys(standard_replies).length + plain.length
    expect(report('quotation library, mails and texts', mails + texts.length, all)).toBeGreaterThanOrEqual(48)
    const pages = Object.entries<string>(html_replies).filter(([name, expected]) =>
      agrees(linesOfHtml(read('em-talon/fixtures/html_replies', name)), expected),
    )
    expect(report('quotation library, HTML', pages.length, Object.keys(html_replies).length)).toBe(9)
  })

  test('keeps the first words of every reply and none of the quote below, in twelve languages', () => {
    const folderOfTexts = path.join('em-reply-parser/crisp/fixtures')
    const names = readdirSync(path.join(DATA, folderOfTexts)).filter((name) => name.endsWith('.txt'))
    const clean = names.filter((name) => {
      const { kept } = cutBody(linesOfText(read(folderOfTexts, name)))
      return (
        kept.some((line) => line.text.trim() !== '') &&
        !/(wrote|schrieb|écrit|escribió|scritto|escreveu|skrev|kirjoitti|написал|пишет)[^.]{0,40}:\s*$/m.test(
          shown(kept.filter((line) => line.depth === 0)),
        )
      )
    })
    expect(report('reply parser', clean.length, names.length)).toBeGreaterThanOrEqual(80)
  })
})

describe.skipIf(!here('ml-usrp-users') || !here('ml-rhelp-jsonl'))('loses no prose of real archives', () => {
  const LIMIT = 3
  const judge = (name: string, messages: readonly Archived[], linesOf: (id: string) => readonly Line[]) => {
    for (const half of [0, 1]) {
      const found = findLosses(messages, ({ id }) => cutBody(linesOf(id)).kept, { half, limit: LIMIT })
      console.log(
        `${name}, half ${half}: ${found.judged} messages, ${found.lost} of ${found.lines} own lines lost, ${found.repeated} of ${found.kept} kept lines repeat what is answered; recall ${percent(found.lines - found.lost, found.lines)}, precision ${percent(found.kept - found.repeated, found.kept)}`,
      )
      expect(found.worst).toEqual([])
      expect(1 - found.lost / found.lines).toBeGreaterThanOrEqual(0.93)
      expect(1 - found.repeated / found.kept).toBeGreaterThanOrEqual(0.93)
    }
  }

  test('of a customer community, in text and HTML', async () => {
    const messages: Archived[] = []
    const lines = new Map<string, Line[]>()
    for (const name of ['usrp-users-2021-2022', 'usrp-users-2023-h1-all-sizes'])
      for await (const { raw, fromLine } of splitMbox(unpacked(`ml-usrp-users/${name}.mbox.xz`))) {
        const { external_id: id, references, sender, subject, text, html } = await readMail(raw, fromLine)
        messages.push({ id, references, author: sender?.email ?? '', subject, text })
        lines.set(id, bestPart(text, html).lines)
      }
    judge('usrp-users', messages, (id) => lines.get(id)!)
  }, 120_000)

  test('of a large community, in text', async () => {
    const posts = (await readPosts()).toSorted((one, other) => Date.parse(one.date) - Date.parse(other.date))
    const messages = posts.map((post) => ({
      id: bare(post.message_id),
      references: post.in_reply_to ? [bare(post.in_reply_to)] : [],
      author: post.from_email_hash,
      subject: post.subject,
      text: post.body,
    }))
    const texts = new Map(messages.map(({ id, text }) => [id, text]))
    judge('r-help', messages, (id) => linesOfText(texts.get(id)!))
  }, 120_000)
})
