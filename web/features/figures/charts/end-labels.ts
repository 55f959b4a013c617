export interface Point {
  x: number
  y: number
}

interface Label {
  line: readonly Point[]
  /** Estimated, in pixels. */
  width: number
}

interface Band {
  top: number
  bottom: number
}

/** How far words reach beyond the end of their line. */
export const OVERHANG = 8
/** Of words of 13 px, from their baseline. */
const ASCENT = 13
const DESCENT = 4
const GAP_ABOVE = 10
const GAP_BELOW = 20
/** Words on a line or on others are worse than any distance. */
const MET = 1_000

/**
 * Baselines for the words at the ends of lines, each above or below its line where no line and no other words are, as near to
 * the ends as possible. Undefined for a line without points. Pixels, downwards.
 */
export function placeEndLabels(labels: readonly Label[], within: Band): (number | undefined)[] {
  const choices = labels.map(({ line, width }) => {
    const end = line.at(-1)
    if (!end) return [{ y: undefined, cost: 0 }]
    const from = end.x + OVERHANG - width
    const others = labels.filter((other) => other.line !== line && other.line.length > 0)
    const bands = others.map((other) => bandOf(other.line, from))
    const itself = bandOf(line, from)
    return [itself.top - GAP_ABOVE, itself.bottom + GAP_BELOW].map((free) => {
      const y = Math.min(within.bottom, Math.max(within.top, free))
      const met = bands.filter((band) => meets(wordsAt(y), band)).length + Number(y !== free)
      return { y, cost: met * MET + Math.abs(y - end.y) }
    })
  })
  const all = choices.reduce<Placing[]>(
    (placings, each) => placings.flatMap((placing) => each.map((choice) => extended(placing, choice))),
    [{ baselines: [], cost: 0 }],
  )
  return all.toSorted((a, b) => a.cost - b.cost)[0]!.baselines
}

interface Placing {
  baselines: (number | undefined)[]
  cost: number
}

function extended({ baselines, cost }: Placing, { y, cost: own }: { y: number | undefined; cost: number }): Placing {
  const met = baselines.filter((other) => y !== undefined && other !== undefined && meets(wordsAt(y), wordsAt(other)))
  return { baselines: [...baselines, y], cost: cost + own + met.length * MET }
}

const wordsAt = (y: number): Band => ({ top: y - ASCENT, bottom: y + DESCENT })
const meets = (a: Band, b: Band) => a.top < b.bottom && b.top < a.bottom

/** Between which heights a line runs from x on; at its last point, if it ends before. */
function bandOf(line: readonly Point[], from: number): Band {
  const after = line.findIndex(({ x }) => x >= from)
  const heights = line.slice(after === -1 ? -1 : after).map(({ y }) => y)
  const [before, next] = [line[after - 1], line[after]]
  if (before && next) heights.push(before.y + ((next.y - before.y) * (from - before.x)) / (next.x - before.x))
  return { top: Math.min(...heights), bottom: Math.max(...heights) }
}
