/**
 * npm run train:sensitive: learns the weights of phrases for the sensitive-content check from the sentences it was
 * developed on (shared/sensitive-content/sensitive-sentences.json), and writes shared/sensitive-content/sensitive-weights.json. Deterministic.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { WEIGHED, phrasesOf, scoreOf, type Weighed, type Weights } from '#shared/sensitive-content/sensitive-phrases.ts'

interface Labelled {
  text: string
  expect: string[]
}
const AT_LEAST = 3
const ROUNDS = 300
const STEP = 0.5
const RESTRAINT = 0.6
const SHORT = 3
/**
 * The maximum share of harmless held-out sentences (cross-validation) that may trigger a warning, per kind. For `party`
 * the sentence also needs a name, which one in eight of them has.
 */
const FALSE_ALARMS: Record<Weighed, number> = { party: 0.07, price: 0.006, privilege: 0.006 }
const FOLDS = 5
const SMALLEST = 0.08

const place = (name: string) => new URL(`../shared/${name}`, import.meta.url)
const { developed_on: sentences } = JSON.parse(readFileSync(place('sensitive-sentences.json'), 'utf8')) as {
  developed_on: Labelled[]
}

/**
 * Logistic regression that penalizes large weights and gives rare kinds more weight. Each phrase is scaled by how well
 * it alone separates the kind from the rest (naive Bayes), which finds 10 of 100 more than unscaled phrases.
 */
function learn(rows: readonly Labelled[], kind: Weighed): Weights[Weighed] {
  const phrases = rows.map(({ text }) => phrasesOf(text))
  const counts = new Map<string, number>()
  for (const phrase of phrases.flat()) counts.set(phrase, (counts.get(phrase) ?? 0) + 1)
  const known = [...counts].filter(([, count]) => count >= AT_LEAST).map(([phrase]) => phrase)
  const index = new Map(known.map((phrase, at) => [phrase, at]))
  const seen = phrases.map((all) => all.flatMap((phrase) => index.get(phrase) ?? []))
  const isOfKind = rows.map((row) => row.expect.includes(kind))
  const share = isOfKind.filter(Boolean).length / rows.length
  const weight = Math.min(4, (1 - share) / share)
  const loudness = loudnessOf(seen, isOfKind, known.length)
  const words = new Float64Array(known.length)
  const moved = new Float64Array(known.length).fill(1e-6)
  let [bias, biasMoved] = [-1, 1e-6]
  for (let round = 0; round < ROUNDS; round++) {
    const pull = new Float64Array(known.length)
    let biasPull = 0
    for (const [at, own] of seen.entries()) {
      const scale = SHORT / Math.sqrt(own.length || 1)
      const score = own.reduce((sum, word) => sum + words[word]! * loudness[word]! * scale, bias)
      const error = (1 / (1 + Math.exp(-score)) - Number(isOfKind[at])) * (isOfKind[at] ? weight : 1)
      biasPull += error
      for (const word of own) pull[word]! += error * loudness[word]! * scale
    }
    for (let word = 0; word < words.length; word++) {
      const step = pull[word]! + RESTRAINT * words[word]!
      moved[word]! += step * step
      words[word]! -= (STEP * step) / Math.sqrt(moved[word]!)
    }
    biasMoved += biasPull * biasPull
    bias -= (STEP * biasPull) / Math.sqrt(biasMoved)
  }
  const kept = known.flatMap((phrase, at) => {
    const weight = words[at]! * loudness[at]!
    return Math.abs(weight) < SMALLEST ? [] : [[phrase, Number(weight.toFixed(2))] as const]
  })
  return { bias: Number(bias.toFixed(2)), threshold: 0, words: Object.fromEntries(kept) }
}

/** How much likelier each phrase is within the kind than outside of it, as a logarithm. */
function loudnessOf(seen: readonly number[][], isOfKind: readonly boolean[], phrases: number): number[] {
  const inside = new Float64Array(phrases).fill(1)
  const outside = new Float64Array(phrases).fill(1)
  for (const [at, own] of seen.entries()) for (const word of own) (isOfKind[at] ? inside : outside)[word]! += 1
  const ofKind = isOfKind.filter(Boolean).length
  const others = isOfKind.length - ofKind
  return [...inside].map((count, at) => Math.log(count / (ofKind + 2) / (outside[at]! / (others + 2))))
}

/** The lowest threshold that keeps false alarms on held-out sentences within the limit. */
function thresholdOf(kind: Weighed): number {
  const scores: number[] = []
  for (let fold = 0; fold < FOLDS; fold++) {
    const learned = learn(
      sentences.filter((_, at) => at % FOLDS !== fold),
      kind,
    )
    for (const [at, { text, expect }] of sentences.entries())
      if (at % FOLDS === fold && expect.length === 0) scores.push(scoreOf(phrasesOf(text), learned))
  }
  scores.sort((a, b) => b - a)
  return Number((scores[Math.ceil(scores.length * FALSE_ALARMS[kind])] ?? 0).toFixed(2))
}

const weights = Object.fromEntries(
  WEIGHED.map((kind) => [kind, { ...learn(sentences, kind), threshold: thresholdOf(kind) }]),
)
writeFileSync(place('sensitive-weights.json'), `${JSON.stringify(weights)}\n`)
for (const kind of WEIGHED)
  console.log(`${kind}: ${Object.keys(weights[kind]!.words).length} phrases, threshold ${weights[kind]!.threshold}`)
