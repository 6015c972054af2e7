// Contrast by WCAG 2.2, measured on painted colors.

export const channels = (color: string): readonly number[] =>
  color.startsWith('#')
    ? color.match(/[\da-f]{2}/g)!.map((each) => Number.parseInt(each, 16))
    : color.match(/[\d.]+/g)!.map(Number)

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((each) => {
    const share = each / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

const isPainted = (color: string): boolean => channels(color).length === 3

function behind(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at)
    if (isPainted(backgroundColor)) return backgroundColor
  }
  return 'rgb(255, 255, 255)'
}

export function contrast(one: string, other: string): number {
  const [low, high] = [one, other].map(luminance).sort((a, b) => a - b)
  return (high! + 0.05) / (low! + 0.05)
}

export function contrastOf(element: Element): number {
  return contrast(getComputedStyle(element).color, behind(element))
}
