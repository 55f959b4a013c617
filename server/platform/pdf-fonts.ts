/**
 * The fonts of a PDF, embedded so that names are readable everywhere. No font covers all characters, so texts are split
 * where the script changes. Korean, Indic and Thai scripts are not included and render as empty boxes.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const inPackage = (name: string, file: string) =>
  path.join(path.dirname(fileURLToPath(import.meta.resolve(`@embedpdf/fonts-${name}`))), '../fonts', file)

/** Font files are opened only when a text needs them: the one for Chinese and Japanese is 8 MB. */
const FACES = {
  latin: { regular: inPackage('latin', 'NotoSans-Regular.ttf'), bold: inPackage('latin', 'NotoSans-SemiBold.ttf') },
  hebrew: {
    regular: inPackage('hebrew', 'NotoSansHebrew-Regular.ttf'),
    bold: inPackage('hebrew', 'NotoSansHebrew-Bold.ttf'),
  },
  arabic: {
    regular: inPackage('arabic', 'NotoNaskhArabic-Regular.ttf'),
    bold: inPackage('arabic', 'NotoNaskhArabic-Bold.ttf'),
  },
  han: { regular: inPackage('sc', 'NotoSansHans-Regular.otf'), bold: inPackage('sc', 'NotoSansHans-Medium.otf') },
}
export type Weight = 'regular' | 'bold'

const SCRIPTS: [keyof typeof FACES, RegExp][] = [
  ['hebrew', /\p{Script=Hebrew}/u],
  ['arabic', /\p{Script=Arabic}/u],
  ['han', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u],
]
/** Characters without a script of their own, and combining marks: they use the font of their neighbor. */
const NEUTRAL = /[\p{Script=Common}\p{Script=Inherited}]/u

export interface Run {
  text: string
  face: string
}

/** Splits a text into runs with one font each. */
export function runsOf(text: string, weight: Weight = 'regular'): Run[] {
  const runs: Run[] = []
  for (const sign of text.normalize('NFC')) {
    const script = SCRIPTS.find(([, pattern]) => pattern.test(sign))?.[0]
    const last = runs.at(-1)
    const face = script ? FACES[script][weight] : FACES.latin[weight]
    if (last && (last.face === face || (!script && NEUTRAL.test(sign) && !/\d/.test(sign)))) last.text += sign
    else {
      const spaces = last && last.face !== FACES.latin[weight] ? takeSpaces(last) : ''
      if (spaces) runs.push({ text: spaces, face: FACES.latin[weight] })
      if (spaces && face === FACES.latin[weight]) runs.at(-1)!.text += sign
      else runs.push({ text: sign, face })
    }
  }
  return runs.flatMap((run) => (RIGHT_TO_LEFT.test(run.text) ? inDrawingOrder(run, FACES.latin[weight]) : [run]))
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
/** The PDF library draws words left to right regardless of script; within a word, the font handles the direction. */
const inDrawingOrder = ({ text, face }: Run, spaces: string): Run[] =>
  text
    .split(/(\s+)/)
    .filter((piece) => piece !== '')
    .toReversed()
    .map((piece) => ({ text: piece, face: /\s/.test(piece) ? spaces : face }))
/** Spaces next to another script use the Latin font, so that they separate the two in either direction. */
function takeSpaces(run: Run): string {
  const spaces = /\s*$/.exec(run.text)![0]
  run.text = run.text.slice(0, run.text.length - spaces.length)
  return spaces
}
