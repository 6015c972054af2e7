import { ShortcutHelp } from './shortcut-help.tsx'
import { useShortcuts } from './use-shortcuts.ts'

export function LazyShortcuts() {
  useShortcuts()
  return <ShortcutHelp />
}
