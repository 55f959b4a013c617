import { expect, it } from 'vitest'
import { placeEndLabels, type Point } from './end-labels.ts'

const WITHIN = { top: 10, bottom: 192 }
const line = (...heights: number[]): Point[] => heights.map((y, at) => ({ x: 40 + at * 50, y }))
const label = (...heights: number[]) => ({ line: line(...heights), width: 100 })

it('words stand above the upper and below the lower of two level lines', () => {
  expect(placeEndLabels([label(50, 50, 50), label(58, 58, 58)], WITHIN)).toEqual([40, 78])
})

it('words stand above a line that climbs to its end, not on what led there', () => {
  // 20 px below the end would be on the line itself.
  const [y] = placeEndLabels([label(120, 130, 125, 100)], WITHIN)
  expect(y).toBe(90)
})

it('words do not stand on another line, on other words, or below the scale', () => {
  // Above would be nearer, but the other line passes there.
  expect(placeEndLabels([label(100, 105, 105), label(88, 88, 88)], WITHIN)).toEqual([125, 78])
  expect(placeEndLabels([label(190, 190)], WITHIN)).toEqual([180])
  const [first, second] = placeEndLabels([label(60, 60), label(61, 61)], WITHIN)
  expect(Math.abs(first! - second!)).toBeGreaterThanOrEqual(17)
})

it('words make room for others that have only one place', () => {
  // Below the first would be nearer, but the second can't stand below its line.
  expect(placeEndLabels([label(70, 120, 125), label(175, 180, 160)], WITHIN)).toEqual([68, 150])
})

it('a line without points has no words', () => {
  expect(placeEndLabels([{ line: [], width: 80 }, label(50)], WITHIN)).toEqual([undefined, 40])
})
