/** Stands in for the origin while no page is open: a host that cannot exist. */
const placeholderOrigin = 'https://own.invalid'

/** Whether an address is one of the server's own calls, such as the one that logs out: a click on it would run the call. */
export function isApiPath(address: string, origin = placeholderOrigin): boolean {
  if (!URL.canParse(address, origin)) return false
  const url = new URL(address, origin)
  return url.origin === origin && /^\/*api(\/|$)/i.test(decoded(url.pathname))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
