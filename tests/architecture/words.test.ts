/** Words not allowed in product copy, because other software uses different ones. `npm run words` lists all copy. */
import { expect, it } from 'vitest'
import { sentences, sentencesIn } from '../../bin/words.ts'

const UNWANTED: [words: RegExp, instead: string][] = [
  [/\bwho(m|ever)\b/i, 'who, anyone who'],
  [/\b(some|no|any|every)body\b/i, 'someone, no one, anyone, everyone'],
  [/\b(anew|meanwhile|spelt|amend(ed)?|newcomers?)\b/i, 'again, in the meantime, spelled, edit, new members'],
  [/\be-mail\b|\b(by|in the|such|of) mail\b|\bmails\b/i, 'email'],
  [/\bat (present|the moment)\b/i, 'now, right now'],
  [/\bin force\b/i, 'in effect'],
  [/\bthe house\b/i, 'staff, the community'],
  [/\b(put|puts|putting) (it |them )?away\b/i, 'archive, hide, dismiss'],
  [/\b(take|takes|taken) (it |them )?back\b/i, 'withdraw, undo, cancel'],
  [/\bthe most is\b|\bat most\b.*\bfits?\b/i, 'The limit is …'],
  [/\bnot arrive\b|\bnot here\b|\bno longer here\b/i, 'We couldn’t load …, isn’t available'],
  [/\bgo(es)? on\b|\bgoes out\b|\bbegun\b|\bbegan\b/i, 'continue, is sent, started'],
  [/\bpictures?\b/i, 'photo, image'],
  [/\bcannot\b/i, 'can’t'],
  [/[a-z]'(s|t|re|ve|ll|d|m)\b/, 'an apostrophe that is set: ’'],
  [/[\p{L}\d]”[.,]/u, 'the period or comma inside the quotation marks'],
]

/** Text that is never displayed: keywords of the settings search, and names of budgets. */
const NOT_READ = [
  'name picture photo avatar presence online profile',
  'notices mail email push quiet hours timing mute digest device told mentions replies conversations chats inbox',
  '… everybody',
  'events of everybody invited',
]

/** Words of questions and of instructions to models, which no member reads. */
const NOT_READ_IN = /^server\/features\/assistant\/(answers|providers)\//

it('says nothing in words that other software does not use', () => {
  const read = sentences().filter(({ file, text }) => !NOT_READ.includes(text) && !NOT_READ_IN.test(file))
  expect(read.length).toBeGreaterThan(2_000)
  const found = read.flatMap(({ file, line, text }) =>
    UNWANTED.filter(([words]) => words.test(text)).map(([, instead]) => `${file}:${line} “${text}” Say: ${instead}`),
  )
  expect(found).toEqual([])
})

it('reads texts, attributes, strings and templates, and neither code nor statements', () => {
  const source = `
    import { a } from 'a place of code'
    const rows = sql\`select from a table\`
    const sentence = \`Somebody sent \${count} messages\`
    export const Part = () => (
      <p className="one two" title="Nobody is here">
        Whoever reads <b>this</b>
        {isLate && 'It did not arrive.'}
      </p>
    )`
  expect(sentencesIn(source, 'Part.tsx').map(({ text }) => text)).toEqual([
    'Somebody sent … messages',
    'Whoever reads … …',
    'Nobody is here',
    'this',
    'It did not arrive.',
  ])
})
