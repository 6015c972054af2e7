interface Sheet {
  /** The corners of the paper in pixels, from its top left clockwise; by default the whole photo. */
  readonly corners?: readonly (readonly [x: number, y: number])[]
  readonly color?: string
  readonly name?: string
}

export const photoSize = { width: 400, height: 300 } as const

/** A photo of a sheet of paper on a dark table. */
export async function photoOf({ corners, color = '#fff', name = 'Photo.jpg' }: Sheet = {}): Promise<File> {
  const { width, height } = photoSize
  const context = new OffscreenCanvas(width, height).getContext('2d')!
  context.fillStyle = '#222'
  context.fillRect(0, 0, width, height)
  context.fillStyle = color
  context.beginPath()
  for (const [x, y] of corners ??
    ([
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ] as const))
    context.lineTo(x, y)
  context.fill()
  return new File([await context.canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })], name, {
    type: 'image/jpeg',
  })
}
