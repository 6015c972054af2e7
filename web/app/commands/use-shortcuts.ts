import { useLayoutEffect, useMemo } from 'react'
import { registeredCommands, useCommands } from '#web/ui/commands/registered-commands.ts'
import { useSingleKeys } from '#web/ui/single-keys.ts'
import { useStore } from '#web/ui/store-context.ts'
import { appCommands } from './commands.ts'
import { drainEarlyKeys } from './early-keys.ts'
import { createShortcuts } from './shortcut-keys.ts'
import { useCommandContext } from './use-command-context.ts'

export function useShortcuts(): void {
  const { role } = useStore().identity
  const context = useCommandContext()
  useCommands(useMemo(() => appCommands(role, context), [role, context]))
  useLayoutEffect(() => {
    const onKeyDown = createShortcuts({
      commands: registeredCommands,
      withSingleKeys: () => useSingleKeys.getState().on,
      now: () => performance.now(),
    })
    for (const event of drainEarlyKeys()) onKeyDown(event)
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
