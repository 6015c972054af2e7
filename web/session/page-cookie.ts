// The readable cookies of this browser, and the moments at which they may have changed.
import type { Unsubscribe } from '#web/store/base/contract.ts'
import { createPersonCookie } from './person-cookie.ts'

export const pageCookie = createPersonCookie(document, location.protocol === 'https:')

const pollMs = 500

/** Calls `look` within a second of a change of the cookie: by a timer, and sooner where the browser reports changes. */
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
