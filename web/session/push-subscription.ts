// Whose push messages this browser shows: the person's who enabled them here, until they leave.
const place = 'push-of'

async function digestOf(id: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(id))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const notePushOf = async (id: string): Promise<void> => localStorage.setItem(place, await digestOf(id))

export async function isPushOf(id: string): Promise<boolean> {
  const noted = localStorage.getItem(place)
  return noted !== null && noted === (await digestOf(id))
}

/** Works offline: the browser drops its subscription and removes visible notifications. */
export async function endPush(): Promise<void> {
  localStorage.removeItem(place)
  const registration = await (navigator as Partial<Navigator>).serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
  await (navigator as Partial<Navigator>).clearAppBadge?.()
}

/** A browser error must not keep anyone from leaving. */
export async function endPushOf(id: string): Promise<void> {
  try {
    if (await isPushOf(id)) await endPush()
  } catch (problem) {
    console.warn('The push subscription was not ended', problem)
  }
}
