import { expect } from 'vitest'

/** Gives a list the room that it has on a tablet of 768 pixels that stands. */
export async function standUpright(): Promise<void> {
  document.querySelector<HTMLElement>('[style*="inline-size: 1200px"]')!.style.inlineSize = '664px'
  await expect.poll(() => document.querySelector('section[tabindex="0"]')!.clientWidth).toBe(662)
}

/** What is cut beside or below the names of the rows, or in them. */
export const cutInRows = (): readonly string[] =>
  [...document.querySelectorAll('tbody tr > td:first-child > :first-child *')]
    .filter((each) => each.scrollWidth > each.clientWidth && getComputedStyle(each).overflowX !== 'visible')
    .map((each) => each.textContent)
