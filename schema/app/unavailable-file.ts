/** The page for a file that neither the server nor the device can provide. */
export const unavailableFilePath = '/unopened'
export const unavailableFileAddress = (file: string): string =>
  `${unavailableFilePath}?${new URLSearchParams({ file }).toString()}`
