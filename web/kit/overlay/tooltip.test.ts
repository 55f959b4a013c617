import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TOOLTIP_DELAY_MS, TOOLTIP_GAP_PX } from '#web/kit/overlay/tooltip.ts'

const css = readFileSync('web/kit/overlay/Tooltip.module.css', 'utf8')

test('a tooltip stands 10 px away (CONST-tooltip-gap)', () => {
  expect(TOOLTIP_GAP_PX).toBe(10)
  const gaps = [...css.matchAll(/calc\(100% \+ (\d+)px\)/g)].map(([, px]) => Number(px))
  expect(gaps).toEqual([TOOLTIP_GAP_PX, TOOLTIP_GAP_PX])
})

test('and comes at once (CONST-tooltip-delay)', () => {
  expect(TOOLTIP_DELAY_MS).toBe(0)
  expect(css).not.toMatch(/transition|animation|delay/)
})
