import { ShortcutHelp } from './shortcut-help.tsx'
import { useShortcuts } from './use-shortcuts.ts'

export function HeardShortcuts() {
  useShortcuts()
  return <ShortcutHelp />
}
