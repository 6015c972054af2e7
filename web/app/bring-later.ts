// What the first picture does not need is brought when the browser has nothing else to do: it is there at the first
// press, also when the connection has gone since.
import { bringDialogs } from '#web/ui/bring-dialogs.ts'
import { bringLanguages } from './language-selector.tsx'
import { bringThemes } from './theme-selector.tsx'
import { bringUserMenu } from './user-menu.tsx'

const all = [...bringDialogs, bringUserMenu, bringThemes, bringLanguages]

export function bringLater(): void {
  const bring = () => {
    for (const each of all) void each()
  }
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(bring, { timeout: 5_000 })
  else setTimeout(bring, 2_000)
}
