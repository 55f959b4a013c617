/** The stem of an English word: enough that forms of one word are equal. A dictionary would know more, and weigh more. */
const MOST_COMMON = new Map(
  Object.entries({
    founder: 'founder',
    founders: 'founder',
    paid: 'pay',
    said: 'say',
    told: 'tell',
    sent: 'send',
    spent: 'spend',
    kept: 'keep',
    held: 'hold',
    lost: 'lose',
    sold: 'sell',
    bought: 'buy',
    left: 'leave',
    wrote: 'write',
    written: 'write',
    gave: 'give',
    given: 'give',
    took: 'take',
    taken: 'take',
    chose: 'choose',
    chosen: 'choose',
    hid: 'hide',
    hidden: 'hide',
    broke: 'break',
    broken: 'break',
    went: 'go',
    gone: 'go',
    people: 'person',
    children: 'child',
    men: 'man',
    women: 'woman',
    data: 'data',
    minutes: 'minutes',
    shareholders: 'shareholder',
    withheld: 'withhold',
    met: 'meet',
    sought: 'seek',
    dealt: 'deal',
    fell: 'fall',
    rose: 'rise',
    risen: 'rise',
    grew: 'grow',
    grown: 'grow',
  }),
)

const ENDINGS: readonly (readonly [ending: RegExp, instead: string])[] = [
  [/(?<=...)(ational|ation|ations|ate|ated|ating|ator|ators)$/, 'at'],
  [/(?<=...)(izing|ising|ization|isation|izations|isations|ized|ised|izer|iser)$/, 'iz'],
  [/(?<=...)(ise|ize|ises|izes)$/, 'iz'],
  [/(?<=...)(ments|ment)$/, ''],
  [/(?<=...)(nesses|ness)$/, ''],
  [/(?<=...)(ances|ance|ences|ence|ants|ant|ents|ent|ancy|ency)$/, ''],
  [/(?<=...)(ibilities|ibility|abilities|ability|ables|able|ibles|ible)$/, ''],
  [/(?<=...)(ities|ity)$/, ''],
  [/(?<=...)(ively|ive|ives)$/, ''],
  [/(?<=...)(fully|ful|less)$/, ''],
  [/(?<=...)(ally|als|al)$/, ''],
  [/(?<=...)(ions|ion)$/, ''],
  [/(?<=...)(ers|er|ors|or)$/, ''],
  [/(?<=...)ly$/, ''],
]

export function stemOf(word: string): string {
  const known = MOST_COMMON.get(word)
  if (known) return known
  if (word.length <= 3 || /\d/.test(word)) return word
  const singular = word
    .replace(/['’]s?$/, '')
    .replace(/(?<=..)ies$/, 'y')
    .replace(/(?<=..)ied$/, 'y')
    .replace(/(sses|shes|ches|xes|zes)$/, (ending) => ending.slice(0, -2))
    .replace(/(?<=..[^su])s$/, '')
  const plain = singular.replace(/(?<=[^aeiou]?[aeiouy][^aeiou]*.)(ing|ed)$/, '')
  const undoubled = plain === singular ? plain : plain.replace(/([bdfgmnprt])\1$/, '$1')
  let stem = undoubled.length < 3 ? singular : undoubled
  for (const [ending, instead] of ENDINGS) {
    if (!ending.test(stem)) continue
    stem = stem.replace(ending, instead)
    break
  }
  return stem.length > 3 ? stem.replace(/(e|y|i)$/, '') : stem
}
