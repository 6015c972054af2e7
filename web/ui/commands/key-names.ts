const isMac = /Mac|iP(?:hone|ad|od)/.test(navigator.platform)

const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl'

const namedKeys: Readonly<Record<string, () => string>> = {
  ArrowDown: () => 'down',
  ArrowUp: () => 'up',
  ArrowRight: () => (isRightToLeft() ? 'back' : 'forward'),
  ArrowLeft: () => (isRightToLeft() ? 'forward' : 'back'),
  Home: () => 'home',
  End: () => 'end',
  PageDown: () => 'pagedown',
  PageUp: () => 'pageup',
  Enter: () => 'enter',
  Escape: () => 'escape',
  Delete: () => 'delete',
  // Keyboards of a Mac call this one Delete.
  Backspace: () => (isMac ? 'delete' : 'backspace'),
}

/** On a keyboard without Latin letters: the letter at the key's position. */
function characterOf({ key, code }: KeyboardEvent): string | undefined {
  // Names such as Process and Dead belong to input methods and accents.
  if (!/^.$/u.test(key)) return undefined
  if (/^[\x21-\x7e]$/.test(key)) return key.toLowerCase()
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()
}

/** As in a command's `keys`. Null with Alt or AltGr, which type characters. */
export function keyNameOf(event: KeyboardEvent): string | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (altKey || event.getModifierState('AltGraph') || (isMac ? ctrlKey : metaKey)) return null
  const named = namedKeys[key]?.()
  const name = named ?? characterOf(event)
  if (name === undefined) return null
  const isLetter = /^[a-z]$/.test(name)
  const isShifted = shiftKey && (named !== undefined || (isLetter && (isMac ? metaKey : ctrlKey)))
  return `${(isMac ? metaKey : ctrlKey) ? 'mod+' : ''}${isShifted ? 'shift+' : ''}${name}`
}

/** WCAG 2.1.4: such keys are pressed by mistake and by speech input, so people may turn them off. */
export const isCharacterKey = (key: string): boolean => key.length === 1

const partsOf = (key: string) => ({
  mod: key.startsWith('mod+'),
  shift: /(?:^|\+)shift\+/.test(key),
  name: /[^+]+$|\+$/.exec(key)![0],
})

const signs: Readonly<Record<string, () => string>> = {
  down: () => '↓',
  up: () => '↑',
  forward: () => (isRightToLeft() ? '←' : '→'),
  back: () => (isRightToLeft() ? '→' : '←'),
  home: () => 'Home',
  end: () => 'End',
  pagedown: () => 'PgDn',
  pageup: () => 'PgUp',
  enter: () => (isMac ? '↩' : 'Enter'),
  escape: () => 'Esc',
  delete: () => (isMac ? '⌫' : 'Del'),
}

export function keyLabel(key: string): string {
  const { mod, shift, name } = partsOf(key)
  const text = signs[name]?.() ?? name.toUpperCase()
  if (isMac) return `${shift ? '⇧' : ''}${mod ? '⌘' : ''}${text}`
  return `${mod ? 'Ctrl+' : ''}${shift ? 'Shift+' : ''}${text}`
}

const ariaNames: Readonly<Record<string, () => string>> = {
  down: () => 'ArrowDown',
  up: () => 'ArrowUp',
  forward: () => (isRightToLeft() ? 'ArrowLeft' : 'ArrowRight'),
  back: () => (isRightToLeft() ? 'ArrowRight' : 'ArrowLeft'),
  home: () => 'Home',
  end: () => 'End',
  pagedown: () => 'PageDown',
  pageup: () => 'PageUp',
  enter: () => 'Enter',
  escape: () => 'Escape',
  delete: () => 'Delete',
}

/** The attribute cannot express sequences. */
export function ariaKeys(keys: readonly string[]): string | undefined {
  const [key] = keys
  if (key === undefined || keys.length > 1) return undefined
  const { mod, shift, name } = partsOf(key)
  const text = ariaNames[name]?.() ?? (/^[a-z]$/.test(name) ? name.toUpperCase() : name)
  return `${mod ? (isMac ? 'Meta+' : 'Control+') : ''}${shift ? 'Shift+' : ''}${text}`
}
