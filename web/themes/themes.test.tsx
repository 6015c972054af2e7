import { Button, CloseButton, TextInput, Title } from '@mantine/core'
import { expect, onTestFinished, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { distance, type Vision, visionNames } from '#web/test/color-vision.ts'
import { contrast, contrastOf } from '#web/test/contrast.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { Badge } from '#web/ui/page/badge.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { themeSheet } from './css-variables.ts'
import { fontTokens } from '#schema/themes/font-sheet.ts'
import type { ThemeColors } from '#schema/themes/theme.ts'
import { themeKey, themes } from '#schema/themes/themes.ts'
import { chooseTheme, useTheme } from './use-theme.ts'

type Pair = readonly [on: keyof ThemeColors, under: readonly (keyof ThemeColors)[]]

const grounds = ['canvas', 'surface', 'sunken', 'hover', 'head'] as const
const sideGrounds = ['sideCanvas', 'sideHover'] as const
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
  ['sideText', [...sideGrounds, 'sideBrandSoft']],
  ['sideDimmed', sideGrounds],
  ['sideBrandText', [...sideGrounds, 'sideBrandSoft']],
]

const series = ['series1', 'series2', 'series3', 'series4', 'series5', 'series6', 'series7', 'series8'] as const

const below = (least: number, pairs: readonly Pair[], colors: ThemeColors): string[] =>
  pairs.flatMap(([on, under]) =>
    under.filter((ground) => contrast(colors[on], colors[ground]) < least).map((ground) => `${on} on ${ground}`),
  )

for (const { id, colors } of themes) {
  test(`in the ${id} theme every text has a contrast of 4.5, and the borders of controls, marks and the series of charts of 3`, () => {
    expect(below(4.5, texts, colors)).toEqual([])
    expect(
      below(
        3,
        [
          ['borderControl', ['surface', 'sunken']],
          ['brand', ['surface', 'canvas']],
          ['sideBrand', [...sideGrounds, 'sideBrandSoft']],
          ...series.map((each) => [each, ['surface', 'sunken']] as const),
        ],
        colors,
      ),
    ).toEqual([])
    expect(new Set(series.map((each) => colors[each])).size).toBe(series.length)
  })
}

const leastDistance: Readonly<Record<Vision, number>> = { normal: 11, protanopia: 7, deuteranopia: 7, tritanopia: 5.5 }

for (const { id, colors } of themes) {
  test(`in the ${id} theme the series of charts, and gain and loss, look different to everybody`, () => {
    const pairs = series.flatMap((one, index) => series.slice(index + 1).map((other) => [one, other] as const))
    const close = visionNames.flatMap((vision) =>
      [...pairs, ['goodText', 'dangerText'] as const]
        .filter(([one, other]) => distance(colors[one], colors[other], vision) < leastDistance[vision])
        .map((pair) => `${pair.join(' and ')}: ${vision}`),
    )
    expect(close).toEqual([])
  })
}

test('each of the five themes defines every color that the app and its components use', () => {
  expect(themes.map(({ id }) => id)).toEqual(['light', 'dark', 'executive', 'emerald', 'gold'])
  const blocks = themeSheet().split('\n')
  expect(blocks.map((each) => /data-theme='(\w+)'/.exec(each)![1])).toEqual(themes.map(({ id }) => id))
  for (const [index, block] of blocks.entries()) {
    const given = new Set([...block.matchAll(/--(hf-[\w-]+):/g)].map(([, name]) => name))
    const used = [...block.matchAll(/var\(--(hf-[\w-]+)\)/g)].map(([, name]) => name!)
    expect(used.filter((name) => !given.has(name) && !fontTokens().includes(`--${name}:`))).toEqual([])
    const { colors, shape, ramp, scheme } = themes[index]!
    expect(given.size).toBe(Object.keys({ ...colors, ...shape }).length)
    expect(block).toContain(`color-scheme:${scheme};`)
    for (const [step, color] of ramp.entries()) expect(block).toContain(`-${step}:${color};`)
  }
})

test('the frame of the window has the color of the theme', () => {
  const frame = document.head.appendChild(document.createElement('meta'))
  frame.name = 'theme-color'
  onTestFinished(() => {
    frame.remove()
    chooseTheme('light')
  })
  for (const { id, colors } of themes.toReversed()) {
    chooseTheme(id)
    expect(frame.content).toBe(colors.canvas)
  }
})

test('each theme has a shape and a sidebar of its own', async () => {
  onTestFinished(() => chooseTheme('light'))
  await render(
    await openTestStore(),
    <>
      <Title order={1}>Projects</Title>
      <Button>Save</Button>
      <Section title="Funding">
        <Badge tone="good">Active</Badge>
      </Section>
    </>,
  )
  const at = (element: Element) => getComputedStyle(element)
  const looks = themes.map(({ id }) => {
    chooseTheme(id)
    const title = at(page.getByRole('heading', { level: 1 }).element())
    const card = at(page.getByRole('region', { name: 'Funding' }).element())
    const [button, badge] = [page.getByRole('button'), page.getByText('Active')].map((each) => at(each.element()))
    return [
      `${title.fontFamily.split(',')[0]} ${title.fontWeight}`,
      `${card.borderRadius} ${card.boxShadow}`,
      `${button!.borderRadius} ${badge!.borderRadius}`,
      document.documentElement.computedStyleMap().get('--hf-side-canvas')!.toString(),
    ]
  })
  expect(looks.map(([title]) => title)).toEqual([
    '"Holdfast Display" 600',
    '"Holdfast Text" 600',
    '"Holdfast Display" 600',
    '"Holdfast Text" 700',
    '"Holdfast Display" 500',
  ])
  for (const each of [1, 2, 3]) expect(new Set(looks.map((look) => look[each])).size).toBe(themes.length)
})

const painted = () => [
  document.documentElement.dataset['theme'],
  getComputedStyle(document.documentElement).colorScheme,
]
const devtools = () => cdp() as unknown as { send(method: string, params: object): Promise<unknown> }
const emulate = (features: readonly object[]) => devtools().send('Emulation.setEmulatedMedia', { features })
const prefer = (value: 'light' | 'dark') => emulate([{ name: 'prefers-color-scheme', value }])

test('without a choice the theme follows the system, even when that changes; a choice stays', async () => {
  await render(await openTestStore(), null)
  onTestFinished(async () => {
    await emulate([])
    chooseTheme('light')
  })
  localStorage.removeItem(themeKey)
  await prefer('dark')
  await expect.poll(painted).toEqual(['dark', 'dark'])
  await prefer('light')
  await expect.poll(painted).toEqual(['light', 'light'])
  chooseTheme('executive')
  expect(painted()).toEqual(['executive', 'light'])
  expect(document.cookie.split('; ')).toContain('theme=executive')
  const changed = new Promise((resolve) => {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => requestAnimationFrame(resolve))
  })
  await prefer('dark')
  await changed
  expect([useTheme.getState(), painted()]).toEqual(['executive', ['executive', 'light']])
  localStorage.setItem(themeKey, 'a theme that is gone')
  await prefer('light')
  await expect.poll(painted).toEqual(['light', 'light'])
})

for (const { id } of themes)
  test(`in the ${id} theme what is pressed is readable, large enough for a finger, and typed text keeps its direction`, async () => {
    chooseTheme(id)
    onTestFinished(() => chooseTheme('light'))
    await render(
      await openTestStore(),
      <>
        <Button>Save</Button>
        <Button color="red">Delete</Button>
        <Button variant="default">Cancel</Button>
        <CloseButton aria-label="Close" />
        <TextInput label="Name" />
      </>,
    )
    for (const name of ['Save', 'Delete', 'Cancel']) {
      const button = page.getByRole('button', { name })
      await expect.poll(() => contrastOf(button.element())).toBeGreaterThanOrEqual(4.5)
    }
    const input = page.getByRole('textbox', { name: 'Name' }).element()
    for (const each of [...page.getByRole('button').elements(), input])
      expect(each.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    expect(getComputedStyle(input).unicodeBidi).toBe('plaintext')
  })
