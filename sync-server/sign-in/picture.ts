import { toString as toSvg } from 'qrcode'

/** Black on white in every theme. */
export const qrCodeOf = async (uri: string): Promise<string> =>
  `data:image/svg+xml,${encodeURIComponent(await toSvg(uri, { type: 'svg', margin: 2 }))}`
