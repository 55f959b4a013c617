import { useEffect, useRef, useState } from 'react'
import { OVERHANG, placeEndLabels } from './end-labels.ts'
import styles from './Charts.module.css'

export interface LinePoint {
  label: string
  now: number | null | undefined
  before: number | null | undefined
}

interface Props {
  points: readonly LinePoint[]
  unit: string
  /** What the chart shows, for those who do not see it. */
  finding: string
}

const HEIGHT = 230
const DEFAULT_WIDTH = 664
const LEFT = 40
const RIGHT = 16
const TOP = 14
const BOTTOM = 34
const LABELS = 4
const STEPS = 4
/** The average width of a letter at the end of a line, at most. */
const LETTER = 7

type Known = { x: number; y: number; value: number }

/** The period as a line with points, the one before dashed. Weeks without a value are left out of the line. */
export function LineChart({ points, unit, finding }: Props) {
  const { holder, width } = useWidth()
  const most = topOf(points)
  const x = (at: number) => LEFT + (points.length < 2 ? 0 : (at * (width - LEFT - RIGHT)) / (points.length - 1))
  const y = (value: number) => TOP + (1 - value / most) * (HEIGHT - TOP - BOTTOM)
  const known = (which: 'now' | 'before') =>
    points.flatMap((point, at): Known[] => {
      const value = point[which]
      return typeof value === 'number' ? [{ x: x(at), y: y(value), value }] : []
    })
  const [now, before] = [known('now'), known('before')]
  const grid = Array.from({ length: STEPS + 1 }, (_, step) => (most * step) / STEPS)
  const each = Math.max(1, Math.ceil(points.length / LABELS))
  return (
    <div ref={holder} className={styles.holder}>
      <svg role="img" aria-label={finding} viewBox={`0 0 ${width} ${HEIGHT}`} width="100%" height={HEIGHT}>
        {grid.map((value) => (
          <g key={value}>
            <line className={styles.grid} x1={LEFT - 8} x2={width - RIGHT} y1={y(value)} y2={y(value)} />
            <text className={styles.axis} x={LEFT - 16} y={y(value) + 4} textAnchor="end">
              {value.toLocaleString('en-US', { maximumFractionDigits: 1 })}
            </text>
          </g>
        ))}
        {points.map(
          ({ label }, at) =>
            at % each === 0 && (
              <text
                key={label}
                className={styles.axis}
                x={x(at)}
                y={HEIGHT - 8}
                textAnchor={at === 0 ? 'start' : 'middle'}
              >
                {label}
              </text>
            ),
        )}
        <path className={styles.before} d={pathOf(before)} />
        <path className={styles.now} d={pathOf(now)} />
        {now.map((point) => (
          <circle key={point.x} className={styles.point} cx={point.x} cy={point.y} r="3.5" />
        ))}
        <EndLabels now={now} before={before} unit={unit} />
      </svg>
    </div>
  )
}

function EndLabels({ now, before, unit }: { now: readonly Known[]; before: readonly Known[]; unit: string }) {
  const labels = [
    { line: before, text: `${shortOf(before.at(-1))}, before`, className: styles.beforeLabel },
    { line: now, text: `${shortOf(now.at(-1))} ${unit}, this period`, className: styles.nowLabel },
  ]
  const baselines = placeEndLabels(
    labels.map(({ line, text }) => ({ line, width: text.length * LETTER })),
    { top: TOP - 4, bottom: HEIGHT - BOTTOM - 4 },
  )
  return labels.map(
    ({ line, text, className }, at) =>
      baselines[at] !== undefined && (
        <text key={className} className={className} x={line.at(-1)!.x + OVERHANG} y={baselines[at]} textAnchor="end">
          {text}
        </text>
      ),
  )
}

const shortOf = (point: Known | undefined) => point?.value.toLocaleString('en-US', { maximumFractionDigits: 1 }) ?? ''
const pathOf = (points: readonly Known[]) => points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')

/** The top of the scale: a multiple of four, so that the lines of the grid are whole numbers. */
function topOf(points: readonly LinePoint[]): number {
  const values = points.flatMap(({ now, before }) => [now ?? 0, before ?? 0])
  return Math.max(STEPS, Math.ceil(Math.max(...values, 0) / STEPS) * STEPS)
}

/** Text of an SVG would shrink with it, so the drawing is as wide as its place. */
function useWidth() {
  const holder = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(DEFAULT_WIDTH)
  useEffect(() => {
    const place = holder.current
    if (!place) return undefined
    const watcher = new ResizeObserver(([entry]) => setWidth(Math.max(280, Math.round(entry!.contentRect.width))))
    watcher.observe(place)
    return () => watcher.disconnect()
  }, [])
  return { holder, width }
}
