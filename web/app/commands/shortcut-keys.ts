// The one handler of keys. While someone types, keys without Ctrl or Cmd are text.
import { isTyping } from '#web/ui/is-typing.ts'
import { type UiCommand, isAvailable } from '#web/ui/commands/command.ts'
import { isCharacterKey, keyNameOf } from '#web/ui/commands/key-names.ts'

const sequenceMs = 1_500

/** A record that covers its list keeps the record's keys. */
const overlays = '[aria-modal=true]:not([data-record-panel]), [role=menu], [role=listbox]'
const dialogs = '[role=dialog]:not([data-record-panel])'

/** Closed listboxes stay in the page. */
const isOverlayOpen = (): boolean => [...document.querySelectorAll(overlays)].some((each) => each.checkVisibility())

/** The browser's undo and redo act on any field of the page, even one far from the focus. */
const undoKeys = new Set(['mod+z', 'mod+shift+z', 'mod+y'])

const pressable = 'a, button, input, summary, [role=button], [role=separator], [role=tab]'

interface ShortcutOptions {
  readonly commands: () => readonly UiCommand[]
  /** People may turn single keys off. */
  readonly withSingleKeys: () => boolean
  readonly now: () => number
}

function mayRun(command: UiCommand, key: string, target: Element | null): boolean {
  const { keysWork, keysWithin, explainsItself } = command
  if (!explainsItself && !isAvailable(command)) return false
  const within = keysWithin?.[key]
  if (within !== undefined && !target?.closest(within)) return false
  const isText = within === undefined && (keysWork === undefined || keysWork === 'in-popovers') && isTyping(target)
  if (isText || (keysWork === undefined && target?.closest(dialogs))) return false
  return keysWork === 'in-dialogs' || !isOverlayOpen()
}

export function createShortcuts({ commands, withSingleKeys, now }: ShortcutOptions): (event: KeyboardEvent) => void {
  let pending: { readonly key: string; readonly at: number } | null = null
  return (event) => {
    const before = pending
    pending = null
    if (event.defaultPrevented || event.isComposing) return
    const target = event.target instanceof Element ? event.target : null
    const key = keyNameOf(event)
    // escape.ts handles that key.
    if (key === null || key === 'escape' || (key === 'enter' && target?.closest(pressable))) return
    if (undoKeys.has(key) && !isTyping(target)) event.preventDefault()
    if (isCharacterKey(key) && !withSingleKeys()) return
    const pendingKey = before && now() - before.at <= sequenceMs ? before.key : null
    const possible = commands().filter((each) => mayRun(each, key, target))
    const commandOf = (keys: readonly string[]) => {
      const pressed = keys.join(' ')
      return possible.find((each) => each.keys?.join(' ') === pressed || each.otherKeys?.includes(pressed))
    }
    const command = (pendingKey && commandOf([pendingKey, key])) || commandOf([key])
    if (event.repeat && !command?.repeats) return
    if (command) {
      event.preventDefault()
      command.run()
    } else if (possible.some(({ keys }) => keys && keys.length > 1 && keys[0] === key)) pending = { key, at: now() }
  }
}
