/** 1 is the size on paper. */
const steps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const

/** PDF measures in points, CSS in pixels. */
export const pixelsPerPoint = 96 / 72

export const zoomed = (factor: number, by: 1 | -1): number =>
  by === 1
    ? (steps.find((step) => step > factor + 0.01) ?? steps.at(-1)!)
    : (steps.findLast((step) => step < factor - 0.01) ?? steps[0])
