import { maxPictureCharacters } from '#schema/kernel/address-fields.ts'

const sideLength = 96
const qualities = [0.85, 0.7, 0.5, 0.3, 0.1]

export async function makePicture(file: Blob): Promise<string | null> {
  const image = await createImageBitmap(file).catch(() => null)
  if (!image) return null
  const shorterSide = Math.min(image.width, image.height)
  const canvas = document.createElement('canvas')
  canvas.width = sideLength
  canvas.height = sideLength
  const context = canvas.getContext('2d')!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, sideLength, sideLength)
  context.drawImage(
    image,
    (image.width - shorterSide) / 2,
    (image.height - shorterSide) / 2,
    shorterSide,
    shorterSide,
    0,
    0,
    sideLength,
    sideLength,
  )
  image.close()
  const dataUrls = qualities.map((quality) => canvas.toDataURL('image/jpeg', quality))
  return dataUrls.find(({ length }) => length <= maxPictureCharacters) ?? null
}
