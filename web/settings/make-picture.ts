import { maxPictureCharacters } from '#schema/kernel/address-fields.ts'

const side = 96
const qualities = [0.85, 0.7, 0.5, 0.3, 0.1]

/** The picture's centre as a small square; null if it is not a picture. */
export async function makePicture(file: Blob): Promise<string | null> {
  const image = await createImageBitmap(file).catch(() => null)
  if (!image) return null
  const edge = Math.min(image.width, image.height)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, side, side)
  context.drawImage(image, (image.width - edge) / 2, (image.height - edge) / 2, edge, edge, 0, 0, side, side)
  image.close()
  const addresses = qualities.map((quality) => canvas.toDataURL('image/jpeg', quality))
  return addresses.find(({ length }) => length <= maxPictureCharacters) ?? null
}
