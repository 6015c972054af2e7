import { expect, test } from 'vitest'
import { contrast } from '#web/test/contrast.ts'
import type { ThemeColors } from './theme.ts'
import { themes } from './themes.ts'

type Pair = readonly [on: keyof ThemeColors, under: readonly (keyof ThemeColors)[]]

const grounds = ['canvas', 'surface', 'sunken', 'hover'] as const
const texts: readonly Pair[] = [
  ['text', grounds],
  ['dimmed', grounds],
  ['placeholder', ['surface']],
  ['brandText', [...grounds, 'brandSoft']],
  ['dangerText', [...grounds, 'dangerSoft']],
  ['onBrand', ['brand', 'brandHover']],
  ['onDanger', ['danger', 'dangerHover']],
  ['warnText', ['surface', 'warnSoft']],
  ['goodText', ['surface', 'goodSoft']],
  ['infoText', ['surface', 'infoSoft']],
]

const below = (least: number, pairs: readonly Pair[], colors: ThemeColors): string[] =>
  pairs.flatMap(([on, under]) =>
    under.filter((ground) => contrast(colors[on], colors[ground]) < least).map((ground) => `${on} on ${ground}`),
  )

for (const { id, colors } of themes) {
  test(`in the ${id} theme every text has a contrast of 4.5, and the borders of controls and marks of 3`, () => {
    expect(below(4.5, texts, colors)).toEqual([])
    expect(
      below(
        3,
        [
          ['borderControl', ['surface', 'sunken']],
          ['brand', ['surface', 'canvas']],
        ],
        colors,
      ),
    ).toEqual([])
  })
}
