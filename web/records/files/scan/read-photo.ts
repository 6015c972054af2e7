// Photos are stored smaller than cameras take them, upright, and without EXIF data such as the location.
import { maxPhotoBytes } from '#schema/kernel/files.ts'

/** A4 at 240 dpi: a cropped photo still has about 200. */
const maxSide = 2800
const quality = 0.85

/** Null if the photo is too large, or this browser cannot read it, as most cannot read HEIC. */
export async function readPhoto(file: Blob): Promise<Blob | null> {
  if (file.size > maxPhotoBytes) return null
  const picture = await pictureOf(file)
  if (!picture) return null
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height))
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)))
  const context = new OffscreenCanvas(width!, height!).getContext('2d')!
  // Transparent parts are white, as paper is.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width!, height!)
  context.drawImage(picture, 0, 0, width!, height!)
  if (picture instanceof ImageBitmap) picture.close()
  return context.canvas.convertToBlob({ type: 'image/jpeg', quality })
}

const pictureOf = (file: Blob): Promise<ImageBitmap | HTMLImageElement | null> =>
  createImageBitmap(file).catch(() => elementOf(file))

/** Some browsers read more types in an element. */
async function elementOf(file: Blob): Promise<HTMLImageElement | null> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  return image
    .decode()
    .then(
      () => image,
      () => null,
    )
    .finally(() => URL.revokeObjectURL(url))
}
