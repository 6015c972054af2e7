// This browser's readable cookies, and notifications of their changes.
import type { Unsubscribe } from '#web/store/base/contract.ts'
import { createPersonCookie } from './person-cookie.ts'

export const pageCookie = createPersonCookie(document, location.protocol === 'https:')

const pollMs = 500

/** Calls `look` within 1 s of a change: by polling, or sooner if the browser reports changes. */
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
