// Finds the command that keys ask for. Keys without Ctrl or Cmd are words while somebody types: they then do nothing.
import { isTyping } from '#web/ui/is-typing.ts'
import type { AppCommand } from './commands.ts'

/** Two keys after one another belong together within this time. */
const togetherMs = 1_500

const isMac = /Mac|iP(?:hone|ad|od)/.test(navigator.platform)

/** What lies over the page and takes the keys for itself. */
const overlays = '[aria-modal=true], [role=menu], [role=listbox]'

/** Lists of options stay in the page while they are closed. */
const isCovered = (): boolean => [...document.querySelectorAll(overlays)].some((each) => each.checkVisibility())

/** `mod` with a letter, or the sign itself; on a keyboard without Latin letters, the letter that stands on the key. */
function nameOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | null {
  if (altKey || (isMac ? ctrlKey : metaKey)) return null
  const isLatin = /^[\x20-\x7e]$/.test(key)
  const sign = isLatin ? key.toLowerCase() : /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()
  if (sign === undefined) return null
  if (!(isMac ? metaKey : ctrlKey)) return sign
  return shiftKey && /[a-z]/.test(sign) ? `mod+shift+${sign}` : `mod+${sign}`
}

/** With these the browser undoes or redoes what was typed anywhere in the page, even in a field far from the focus. */
const undoKeys = new Set(['mod+z', 'mod+shift+z', 'mod+y'])

export interface Listener {
  readonly commands: () => readonly AppCommand[]
  readonly run: (command: AppCommand) => void
  /** Whether single keys run commands: people may turn that off. */
  readonly withSingleKeys: () => boolean
  readonly now: () => number
}

/** Returns what hears each key of the page. */
export function createShortcuts({ commands, run, withSingleKeys, now }: Listener): (event: KeyboardEvent) => void {
  let first: { readonly key: string; readonly at: number } | null = null
  return (event) => {
    const before = first
    first = null
    if (event.defaultPrevented || event.repeat || event.isComposing) return
    const key = nameOf(event)
    if (key === null) return
    if (undoKeys.has(key) && !isTyping(event.target)) event.preventDefault()
    const isMod = key.startsWith('mod+')
    if (!isMod && !withSingleKeys()) return
    // Elsewhere Ctrl or Cmd and K means nothing in a field, but Z takes back what was typed.
    if (key !== 'mod+k' && isTyping(event.target, '[role=dialog]')) return
    if (isCovered()) return
    const begun = before && now() - before.at <= togetherMs ? before.key : null
    const all = commands()
    const asked = (keys: readonly string[]) => all.find((each) => each.keys?.join(' ') === keys.join(' '))
    const command = (begun && asked([begun, key])) || asked([key])
    if (command) {
      event.preventDefault()
      run(command)
    } else if (all.some(({ keys }) => keys && keys.length > 1 && keys[0] === key)) first = { key, at: now() }
  }
}

/** How a key is written on this machine's keyboard. */
export function keyLabel(key: string): string {
  const sign = key.replace('mod+', '').toUpperCase()
  if (!key.startsWith('mod+')) return sign
  return isMac ? `⌘${sign}` : `Ctrl+${sign}`
}
