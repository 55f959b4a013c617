/** Captions and chapters as staff enter them. */

export interface CueSeed {
  starts_at_ms: number
  ends_at_ms: number
  speaker: string | null
  content: string
}
export interface ChapterSeed {
  starts_at_ms: number
  title: string
}

const CLOCK = String.raw`(?:(\d{1,2}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?`
const TIMING = new RegExp(String.raw`^${CLOCK}\s+-->\s+${CLOCK}`)
const CHAPTER = new RegExp(String.raw`^${CLOCK}\s+(.+)$`)
const TITLE_LENGTH = 200

const msOf = ([hours, minutes, seconds, fraction]: readonly (string | undefined)[]) =>
  (Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number((fraction ?? '0').padEnd(3, '0'))

/** Reads WebVTT: timings, speakers (`<v Name>`) and text; styles and positions are dropped. */
export function cuesIn(text: string): CueSeed[] {
  const cues: CueSeed[] = []
  for (const block of text.replaceAll(/\r\n?/g, '\n').split(/\n{2,}/)) {
    const lines = block.split('\n')
    const at = lines.findIndex((line) => TIMING.test(line.trim()))
    if (at < 0) continue
    const parts = TIMING.exec(lines[at]!.trim())!
    const said = lines.slice(at + 1).join(' ')
    const speaker = /<v(?:\.[^\s>]*)?\s+([^>]+)>/.exec(said)?.[1]?.trim() ?? null
    const content = plain(said)
    const [starts_at_ms, ends_at_ms] = [msOf(parts.slice(1, 5)), msOf(parts.slice(5, 9))]
    if (content !== '' && ends_at_ms > starts_at_ms) cues.push({ starts_at_ms, ends_at_ms, speaker, content })
  }
  return cues.toSorted((a, b) => a.starts_at_ms - b.starts_at_ms)
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ' }
const plain = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|nbsp);/g, (entity) => ENTITIES[entity]!)
    .replaceAll(/\s+/g, ' ')
    .trim()

/** A line each: "8:00 Interviews and memos". The first line that is none is returned as `wrong`. */
export function chaptersIn(text: string): { chapters: ChapterSeed[]; wrong: string | undefined } {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const wrong = lines.find((line) => !CHAPTER.test(line))
  const chapters = lines.flatMap((line) => {
    const parts = CHAPTER.exec(line)
    return parts ? [{ starts_at_ms: msOf(parts.slice(1, 5)), title: parts[5]!.slice(0, TITLE_LENGTH) }] : []
  })
  return { chapters, wrong }
}
