import type { Unsubscribe } from '#web/store/base/contract.ts'
import { createPersonCookie } from './person-cookie.ts'

export const pageCookie = createPersonCookie(document, location.protocol === 'https:')

const pollMs = 500

/** Calls `look` within 1 s of a change: by polling, or sooner if the browser reports changes. */
export function watchPersonCookie(onChange: () => void): Unsubscribe {
  const store = 'cookieStore' in window ? window.cookieStore : undefined
  let last = pageCookie.read()
  const timer = setInterval(() => {
    const now = pageCookie.read()
    if (now !== last) onChange()
    last = now
  }, pollMs)
  store?.addEventListener('change', onChange)
  for (const event of ['focus', 'pageshow', 'online']) window.addEventListener(event, onChange)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    clearInterval(timer)
    store?.removeEventListener('change', onChange)
    for (const event of ['focus', 'pageshow', 'online']) window.removeEventListener(event, onChange)
    document.removeEventListener('visibilitychange', onChange)
  }
}
