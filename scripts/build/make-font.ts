// Subsets a typeface to one script and the used weights: a quarter of its size.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { type FontFile, scripts, weights } from '#schema/themes/fonts.ts'
import { projectFolder } from './folders.ts'

/** Cached per machine, because it takes seconds. */
const cacheFolder = join(projectFolder, '.cache', 'fonts')

/** schema/themes/fonts.ts stores its hash. */
export async function recipeOf({
  source,
  script,
}: FontFile): Promise<{ readonly original: Buffer; readonly hash: string }> {
  const whole = await readFile(join(projectFolder, 'node_modules', source))
  const hash = createHash('sha256').update(whole).update(scripts[script]).update(JSON.stringify(weights)).digest('hex')
  return { original: whole, hash: hash.slice(0, 8) }
}

export async function makeFont(font: FontFile): Promise<Buffer> {
  const { original, hash } = await recipeOf(font)
  if (hash !== font.hash) throw new Error(`In schema/themes/fonts.ts ${font.source} needs the hash ${hash}`)
  const path = join(cacheFolder, `${hash}.woff2`)
  const cached = await readFile(path).catch(() => null)
  if (cached) return cached
  const bytes = await subsetFont(original, charactersIn(scripts[font.script]), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: weights.least, max: weights.most, default: weights.least } },
  })
  await mkdir(cacheFolder, { recursive: true })
  // Another build may read it meanwhile.
  const written = `${path}.${process.pid}`
  await writeFile(written, bytes)
  await rename(written, path)
  return bytes
}

function charactersIn(range: string): string {
  const parts = range.split(',').map((part) => part.replace('U+', '').split('-'))
  return parts
    .flatMap(([first, last = first]) => {
      const [from, to] = [Number.parseInt(first!, 16), Number.parseInt(last!, 16)]
      return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))
    })
    .join('')
}
