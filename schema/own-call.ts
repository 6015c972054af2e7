/** Where an address without a host is looked up while nobody shows it: nobody's. */
const somewhere = 'https://own.invalid'

/** Whether an address is a call of the server's own, such as the one that signs out: a click on it would act. */
export function isOwnCall(address: string, origin = somewhere): boolean {
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
