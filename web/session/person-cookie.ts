// The readable cookie beside the session's: whose session this browser has. It is no secret and decides nothing on the
// server; it tells every window at once that another person has signed in, also without a network.
import { endedPerson, personCookie } from '#schema/protocol.ts'
import type { Unsubscribe } from '#web/store/contract.ts'
import { personIn } from '#web/store/person-in.ts'

const keptSeconds = 400 * 86_400

export interface PersonCookie {
  /** A person's id, `ended`, or null when the cookie is not there. */
  read(): string | null
  /** Logged out here, and the server does not know it yet. */
  end(): void
  forget(): void
}

const attributes = (seconds: number): string =>
  `Path=/; SameSite=Lax; Max-Age=${seconds}${location.protocol === 'https:' ? '; Secure' : ''}`

export const pageCookie: PersonCookie = {
  read: () => personIn(document.cookie),
  end: () => void (document.cookie = `${personCookie}=${endedPerson}; ${attributes(keptSeconds)}`),
  forget: () => void (document.cookie = `${personCookie}=; ${attributes(0)}`),
}

const pollMs = 500

/** Tells within a second that the cookie may have changed: by looking, and sooner by the browser's own word. */
export function watchPersonCookie(look: () => void): Unsubscribe {
  const store = 'cookieStore' in window ? window.cookieStore : undefined
  let last = pageCookie.read()
  const poll = setInterval(() => {
    const now = pageCookie.read()
    if (now !== last) look()
    last = now
  }, pollMs)
  store?.addEventListener('change', look)
  for (const event of ['focus', 'pageshow', 'online']) window.addEventListener(event, look)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(poll)
    store?.removeEventListener('change', look)
    for (const event of ['focus', 'pageshow', 'online']) window.removeEventListener(event, look)
    document.removeEventListener('visibilitychange', look)
  }
}
