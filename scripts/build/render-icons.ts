// node scripts/build/render-icons.ts: renders web/public/icons from icon.svg.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { ensureChromium } from '../processes/chromium.ts'
import { projectFolder } from './folders.ts'

/**
 * `bleed`: the background fills the square and the system cuts the shape; `scale` keeps the logo inside the safe
 * area.
 */
const icons = [
  { name: 'icon-192', size: 192, bleed: false, scale: 1 },
  { name: 'icon-512', size: 512, bleed: false, scale: 1 },
  { name: 'maskable-192', size: 192, bleed: true, scale: 0.86 },
  { name: 'maskable-512', size: 512, bleed: true, scale: 0.86 },
  { name: 'apple-touch-icon', size: 180, bleed: true, scale: 0.92 },
]

const folder = join(projectFolder, 'web', 'public', 'icons')
const drawing = await readFile(join(folder, 'icon.svg'), 'utf8')
const browser = await chromium.launch(await ensureChromium())
const page = await browser.newPage()
for (const { name, size, bleed, scale } of icons) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<body style="margin:0">${drawing}`)
  await page.evaluate(
    ([isFull, by]) => {
      const mark = document.querySelector('svg')!
      mark.style.display = 'block'
      if (isFull) mark.querySelector('rect')!.setAttribute('rx', '0')
      const around = `translate(256 256) scale(${by}) translate(-256 -256)`
      for (const part of mark.querySelectorAll('g, circle')) part.setAttribute('transform', around)
    },
    [bleed, scale] as const,
  )
  await writeFile(join(folder, `${name}.png`), await page.screenshot({ omitBackground: true }))
}
await browser.close()
