// The readable cookies of this page's browser, and the moments at which they may have changed.
import type { Unsubscribe } from '#web/store/contract.ts'
import { createPersonCookie } from './person-cookie.ts'

export const pageCookie = createPersonCookie(document, location.protocol === 'https:')

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
