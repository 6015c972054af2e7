import { expect } from 'vitest'

export async function resizeToPortraitTablet(): Promise<void> {
  document.querySelector<HTMLElement>('[style*="inline-size: 1200px"]')!.style.inlineSize = '664px'
  await expect.poll(() => document.querySelector('section[data-scroll-restoration-id]')!.clientWidth).toBe(662)
}

export const truncatedInRows = (): readonly string[] =>
  [...document.querySelectorAll('tbody tr > td:first-child > :first-child *')]
    .filter((each) => {
      const { overflowX, clipPath } = getComputedStyle(each)
      return each.scrollWidth > each.clientWidth && overflowX !== 'visible' && clipPath === 'none'
    })
    .map((each) => each.textContent)
