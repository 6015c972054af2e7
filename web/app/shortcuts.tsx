import { ShortcutHelp } from './shortcut-help.tsx'
import { useShortcuts } from './use-shortcuts.ts'

/** Hears the shortcuts and explains them. With the table of commands it comes after the first picture. */
export function Shortcuts() {
  useShortcuts()
  return <ShortcutHelp />
}
