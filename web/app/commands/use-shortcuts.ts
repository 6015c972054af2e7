import { useEffect, useRef } from 'react'
import { useStore } from '#web/ui/store-context.ts'
import { commandsOf } from './commands.ts'
import { drainEarlyKeys } from './early-keys.ts'
import { createShortcuts } from './shortcut-keys.ts'
import { useSingleKeys } from '#web/ui/single-keys.ts'
import { useCommandContext } from './use-command-context.ts'

export function useShortcuts(): void {
  const { role } = useStore().identity
  const context = useCommandContext()
  const latest = useRef(context)
  useEffect(() => {
    latest.current = context
  }, [context])
  useEffect(() => {
    const onKeyDown = createShortcuts({
      commands: () =>
        commandsOf(role).filter(
          ({ isAvailable, keysAlwaysWork }) => keysAlwaysWork || isAvailable?.(latest.current) !== false,
        ),
      run: (command) => command.run(latest.current),
      withSingleKeys: () => useSingleKeys.getState().on,
      now: () => performance.now(),
    })
    for (const event of drainEarlyKeys()) onKeyDown(event)
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [role])
}
