// Whose push messages this browser shows: the person's who enabled them here, until they leave.
const storageKey = 'push-of'

async function digestOf(id: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(id))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const recordPushPerson = async (id: string): Promise<void> =>
  localStorage.setItem(storageKey, await digestOf(id))

export async function isPushPerson(id: string): Promise<boolean> {
  const recorded = localStorage.getItem(storageKey)
  return recorded !== null && recorded === (await digestOf(id))
}

/** Works offline: the browser drops its subscription and removes visible notifications. */
export async function endPushSubscription(): Promise<void> {
  localStorage.removeItem(storageKey)
  const registration = await (navigator as Partial<Navigator>).serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
  await (navigator as Partial<Navigator>).clearAppBadge?.()
}

/** A browser error must not keep anyone from leaving. */
export async function endPushFor(id: string): Promise<void> {
  try {
    if (await isPushPerson(id)) await endPushSubscription()
  } catch (problem) {
    console.warn('The push subscription was not ended', problem)
  }
}
