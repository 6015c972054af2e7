import type { Page } from 'playwright/test'
import { excerptOf } from '../../scripts/checks/shown-excerpt.ts'

const lineCount = 40

export async function printVisibleTexts(title: string, pages: readonly Page[]): Promise<void> {
  const shown = await Promise.all(
    pages.map(async (page) => {
      // A crashed page has no snapshot.
      const snapshot = await page.ariaSnapshot({ timeout: 5_000 }).catch(String)
      return [`${page.url()} shows:`, ...excerptOf(snapshot, Math.floor(lineCount / pages.length) - 1)]
    }),
  )
  console.error([`✘ ${title}`, ...shown.flat()].join('\n'))
}
