import { toString as toSvg } from 'qrcode'

/** The address as a picture for the app's camera; black on white in every theme. */
export const pictureOf = async (uri: string): Promise<string> =>
  `data:image/svg+xml,${encodeURIComponent(await toSvg(uri, { type: 'svg', margin: 2 }))}`
