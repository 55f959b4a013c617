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
} from '../../../tests/api/mail-oracle.ts'
import { linesOfHtml } from './text/html-lines.ts'
import type { Line } from './text/lines.ts'
import { readMail } from './parsing/mime.ts'
import { cutQuotes } from './text/quotes.ts'
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
  const shown = (lines: readonly Line[]) => lines.map((line) => (line.depth ? '> ' : '') + line.text).join('\n')
  const read = (...parts: string[]) => readFileSync(path.join(DATA, ...parts), 'utf8')
  const report = (name: string, agreed: number, all: number) => {
    console.log(`${name}: ${agreed} of ${all} as expected (${percent(agreed, all)})`)
    return agreed
  }

  test('agrees with the reply trimmer', () => {
    const names = readdirSync(path.join(DATA, 'em-reply-trimmer/trimmed'))
    const agreed = names.filter(
      (name) =>
        squeezed(shown(cutQuotes(linesOfText(read('em-reply-trimmer/emails', name))))) ===
        squeezed(read('em-reply-trimmer/trimmed', name)),
    )
    // The other differences are intentional: a leading quote is cut, a forward stays complete, no email becomes empty.
    expect(report('reply trimmer', agreed.length, names.length)).toBeGreaterThanOrEqual(57)
  })

  test('agrees with the quotation library', async () => {
    const { standard_replies, html_replies, inline_cases } = JSON.parse(read('em-talon/expected.json'))
    const agrees = (lines: readonly Line[], expected: string) =>
      squeezed(shown(cutQuotes(lines))) === squeezed(expected)
    let mails = 0
    for (const [name, expected] of Object.entries<string>(standard_replies)) {
      const mail = await readMail(readFileSync(path.join(DATA, 'em-talon/fixtures/standard_replies', name)), '')
      if (agrees(linesOfText(mail.text), expected)) mails += 1
    }
    expect(report('quotation library, mails', mails, Object.keys(standard_replies).length)).toBeGreaterThanOrEqual(10)
    const pages = Object.entries<string>(html_replies).filter(([name, expected]) =>
      agrees(linesOfHtml(read('em-talon/fixtures/html_replies', name)), expected),
    )
    expect(report('quotation library, HTML', pages.length, Object.keys(html_replies).length)).toBe(9)
    const plain = inline_cases.filter((one: { fn: string }) => one.fn === 'extract_from_plain')
    const texts = plain.filter((one: { input: string; expected: string }) =>
      agrees(linesOfText(one.input), one.expected),
    )
    expect(report('quotation library, odd texts', texts.length, plain.length)).toBeGreaterThanOrEqual(27)
  })

  test('keeps the first words of every reply and none of the quote below, in twelve languages', () => {
    const folderOfTexts = path.join('em-reply-parser/crisp/fixtures')
    const names = readdirSync(path.join(DATA, folderOfTexts)).filter((name) => name.endsWith('.txt'))
    const clean = names.filter((name) => {
      const kept = cutQuotes(linesOfText(read(folderOfTexts, name)))
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
