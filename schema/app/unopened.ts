/** Where the app says that a file does not open, because neither the server nor the device gives it. */
export const unopenedPath = '/unopened'
export const unopenedAddress = (file: string): string => `${unopenedPath}?${new URLSearchParams({ file }).toString()}`
