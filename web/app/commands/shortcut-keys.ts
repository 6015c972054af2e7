// While someone types, keys without Ctrl or Cmd are text.
import { isTyping } from '#web/ui/is-typing.ts'
import type { AppCommand } from './commands.ts'

const sequenceMs = 1_500

const isMac = /Mac|iP(?:hone|ad|od)/.test(navigator.platform)

const overlays = '[aria-modal=true], [role=menu], [role=listbox]'

/** Closed listboxes stay in the page. */
const isOverlayOpen = (): boolean => [...document.querySelectorAll(overlays)].some((each) => each.checkVisibility())

/** `mod` with a letter, or the character. On a keyboard without Latin letters: the letter at the key's position. */
function keyNameOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | null {
  if (altKey || (isMac ? ctrlKey : metaKey)) return null
  const isLatin = /^[\x20-\x7e]$/.test(key)
  const character = isLatin ? key.toLowerCase() : /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()
  if (character === undefined) return null
  if (!(isMac ? metaKey : ctrlKey)) return character
  return shiftKey && /[a-z]/.test(character) ? `mod+shift+${character}` : `mod+${character}`
}

/** The browser's undo and redo act on any field of the page, even one far from the focus. */
const undoKeys = new Set(['mod+z', 'mod+shift+z', 'mod+y'])

export interface ShortcutOptions {
  readonly commands: () => readonly AppCommand[]
  readonly run: (command: AppCommand) => void
  /** People may turn single keys off. */
  readonly withSingleKeys: () => boolean
  readonly now: () => number
}

export function createShortcuts({
  commands,
  run,
  withSingleKeys,
  now,
}: ShortcutOptions): (event: KeyboardEvent) => void {
  let pending: { readonly key: string; readonly at: number } | null = null
  return (event) => {
    const before = pending
    pending = null
    if (event.defaultPrevented || event.repeat || event.isComposing) return
    const key = keyNameOf(event)
    if (key === null) return
    if (undoKeys.has(key) && !isTyping(event.target)) event.preventDefault()
    const isMod = key.startsWith('mod+')
    if (!isMod && !withSingleKeys()) return
    // Ctrl+K or Cmd+K means nothing in a field, but Ctrl+Z undoes typing there. Beside the list, the panel of a record is
    // a dialog.
    const dialogs = undoKeys.has(key) ? [] : ['[role=dialog]']
    if (key !== 'mod+k' && isTyping(event.target, ...dialogs)) return
    if (isOverlayOpen()) return
    const pendingKey = before && now() - before.at <= sequenceMs ? before.key : null
    const all = commands()
    const commandOf = (keys: readonly string[]) =>
      all.find((each) => each.keys?.join(' ') === keys.join(' ') || each.otherKeys?.join(' ') === keys.join(' '))
    const command = (pendingKey && commandOf([pendingKey, key])) || commandOf([key])
    if (command) {
      event.preventDefault()
      run(command)
    } else if (all.some(({ keys }) => keys && keys.length > 1 && keys[0] === key)) pending = { key, at: now() }
  }
}

export function keyLabel(key: string): string {
  const character = key.split('+').at(-1)!.toUpperCase()
  if (!key.startsWith('mod+')) return key.toUpperCase()
  const shift = key.startsWith('mod+shift+')
  return isMac ? `${shift ? '⇧' : ''}⌘${character}` : `Ctrl+${shift ? 'Shift+' : ''}${character}`
}
